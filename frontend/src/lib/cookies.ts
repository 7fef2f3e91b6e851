/** Reading cookies that scripts are allowed to see. */

export function readCookie(name: string): string | null {
  const prefix = `${name}=`
  const pair = document.cookie.split('; ').find((entry) => entry.startsWith(prefix))
  return pair === undefined ? null : pair.slice(prefix.length)
}
