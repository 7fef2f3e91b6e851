import { describe, expect, test } from 'vitest'
import { keepReturnTo, safeReturnTo } from './return-to'

describe('safeReturnTo', () => {
  test.each([
    '/profile',
    '/checkout?bundle=true',
    '/confirmation?auth_completed=true&x=%2F%2Fevil.test',
    '/admin/users#top',
    '/a//b',
    '/@evil.test',
  ])('goes to %s', (path) => {
    expect(safeReturnTo(path)).toBe(path)
  })

  test.each([
    null,
    '',
    'profile',
    'https://evil.test',
    'https:evil.test',
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '@evil.test',
    'javascript:alert(1)',
    ' /profile',
    '/\t/evil.test',
    '/\n/evil.test',
    '/\r\n/evil.test',
    '/\u0000/evil.test',
    'data:text/html,x',
    'http://localhost:3000.evil.test/',
  ])('takes %j to the portal', (path) => {
    expect(safeReturnTo(path)).toBe('/portal')
  })
})

describe('keepReturnTo', () => {
  test('carries the wish along', () => {
    expect(keepReturnTo('/auth/login', '/profile')).toBe('/auth/login?returnTo=%2Fprofile')
  })

  test('leaves the address plain without a wish, or with a bad one', () => {
    expect(keepReturnTo('/auth/login', null)).toBe('/auth/login')
    expect(keepReturnTo('/auth/login', '//evil.test')).toBe('/auth/login')
  })
})
