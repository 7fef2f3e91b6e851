import { describe, expect, test } from 'vitest'
import { withoutStorage } from '@/test/storage'
import { forgetTab, readTab, writeTab } from './tab-memory'

const KEY = 'guest_email'

describe('what the tab remembers', () => {
  test('is kept in the session storage', () => {
    expect(writeTab(KEY, 'kept')).toBe(true)
    expect(sessionStorage.getItem(KEY)).toBe('kept')
    expect(readTab(KEY)).toBe('kept')
  })

  test('is gone once forgotten', () => {
    writeTab(KEY, 'kept')
    forgetTab(KEY)
    expect(readTab(KEY)).toBeNull()
    expect(sessionStorage.getItem(KEY)).toBeNull()
  })

  test('lasts as long as the page where storage is forbidden, and says so', async () => {
    await withoutStorage(() => {
      expect(readTab(KEY)).toBeNull()
      expect(writeTab(KEY, 'kept')).toBe(false)
      expect(readTab(KEY)).toBe('kept')
      forgetTab(KEY)
      expect(readTab(KEY)).toBeNull()
    })
  })
})
