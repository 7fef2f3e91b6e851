/** A discount code in an address: how it is read, and how it rides along into the checkout. */

export const CODE = 'code'
// A personal code's link carries its proof behind the code: "K7M3PQXW.3F…".
const LONGEST = 64
const PROOF = '.'

/** As the server compares it. */
export const plainCode = (typed: string) => typed.trim().toUpperCase().slice(0, LONGEST)

/** The code as people know it, without the proof. */
export const codeAlone = (code: string) => code.split(PROOF, 1)[0] ?? ''

export const codeIn = (search: string) => plainCode(new URLSearchParams(search).get(CODE) ?? '')

export const withCode = (path: string, code: string) =>
  code ? `${path}${path.includes('?') ? '&' : '?'}${CODE}=${encodeURIComponent(code)}` : path
