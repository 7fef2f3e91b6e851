import { expect, test } from 'vitest'
import { emailField, emailOrNothing } from './email-field'

const problems = (text: string) =>
  emailField('Required')
    .safeParse(text)
    .error?.issues.map(({ message }) => message)

test('an address pasted with blanks around it is the address', () => {
  expect(emailField('Required').parse(' ada@example.test\n')).toBe('ada@example.test')
  expect(emailOrNothing.parse(' ada@example.test ')).toBe('ada@example.test')
  expect(emailOrNothing.parse('  ')).toBe('')
})

test.each(['ada', 'ada@', '@example.test', 'ada@example', 'ada@example.', 'a b@example.test'])(
  '%s is none',
  (text) => {
    expect(problems(text)).toEqual(['Invalid email'])
    expect(emailOrNothing.safeParse(text).success).toBe(false)
  },
)

test('what is unusual gets through, what is missing is asked for, what is too long is refused', () => {
  expect(problems('jos\u00e9@ex\u00e4mple.test')).toBeUndefined()
  expect(problems(' ')?.[0]).toBe('Required')
  expect(problems(`${'a'.repeat(250)}@example.test`)).toEqual([
    'String must contain at most 255 character(s)',
  ])
})
