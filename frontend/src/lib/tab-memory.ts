/**
 * What a tab remembers until it is closed: the browser's session storage.
 *
 * Storage can be forbidden or full. Then the page itself remembers, which lasts until it is left,
 * and nothing breaks that did not need more than that.
 */

const ownMemory = new Map<string, string>()

export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key) ?? ownMemory.get(key) ?? null
  } catch {
    return ownMemory.get(key) ?? null
  }
}

/** True when it will still be there after the page was left and came back. */
export function writeTab(key: string, value: string): boolean {
  try {
    sessionStorage.setItem(key, value)
    ownMemory.delete(key)
    return true
  } catch {
    ownMemory.set(key, value)
    return false
  }
}

export function forgetTab(key: string) {
  ownMemory.delete(key)
  try {
    sessionStorage.removeItem(key)
  } catch {
    // It could not be written there either.
  }
}
