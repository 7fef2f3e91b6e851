/** Where a sign-in leads: a page of ours, whatever the address says. The server has the same rule. */

export const PORTAL = '/portal'

/** Browsers read a backslash as a slash and skip tabs and line breaks inside an address. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those characters are what is looked for.
const HOSTILE = /[\\\u0000-\u001f\u007f]/

export function safeReturnTo(wanted: string | null): string {
  if (!wanted?.startsWith('/') || wanted.startsWith('//') || HOSTILE.test(wanted)) return PORTAL
  const here = globalThis.location.origin
  return URL.canParse(wanted, here) && new URL(wanted, here).origin === here ? wanted : PORTAL
}

/** The same search with where to go on to, for links between the account pages. */
export function keepReturnTo(path: string, wanted: string | null): string {
  const returnTo = safeReturnTo(wanted)
  return returnTo === PORTAL ? path : `${path}?${new URLSearchParams({ returnTo })}`
}
