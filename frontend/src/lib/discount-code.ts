/** A discount code in an address: how it is read, and how it rides along into the checkout. */

export const CODE = 'code'
const LONGEST = 32

/** As the server compares it. */
export const plainCode = (typed: string) => typed.trim().toUpperCase().slice(0, LONGEST)

export const codeIn = (search: string) => plainCode(new URLSearchParams(search).get(CODE) ?? '')

export const withCode = (path: string, code: string) =>
  code ? `${path}${path.includes('?') ? '&' : '?'}${CODE}=${encodeURIComponent(code)}` : path
