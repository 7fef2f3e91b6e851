import { expect, test } from 'vitest'
import { nameProblem } from './person-name'
import { personName } from './person-name-schema'

test.each([
  'J',
  "Anne-Marie d'Arc, Jr.",
  'Мария',
  '李',
  'नरेन्द्र',
  'علی‌رضا',
  ' Łukasz Żak ',
  'x'.repeat(60),
])('%s is a name', (name) => {
  expect(nameProblem(name)).toBeNull()
})

test.each([
  'https://evil.example',
  'WWW.evil.example',
  'a@evil.example',
  '[private link]',
  '<b>Ada</b>',
  '{firstName}',
  'URGENT:\u2800your\u2800refund',
  'Ada \u3164 Lovelace',
  'Ada\u202eecalevoL',
  'Ada \u{1f4b0}',
])('%s is no name', (name) => {
  expect(nameProblem(name)).toBe('Enter a name without a web address or symbols')
})

test('a name has at most 60 characters, counted as the server counts', () => {
  expect(nameProblem('𠮷'.repeat(60))).toBeNull()
  expect(nameProblem('x'.repeat(61))).toBe('Enter a name of at most 60 characters')
})

test('only a field that needs a name says that it is missing', () => {
  expect(personName().safeParse(' ').success).toBe(true)
  expect(personName('Required').safeParse(' ').error?.issues[0]?.message).toBe('Required')
  expect(personName('Required').parse(' J ')).toBe('J')
})
