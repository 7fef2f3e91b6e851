/** A sum of money as people write and paste it, and as it is sent. */

/** Ten digits in all, two of them behind the point. */
const PRICE = /^\d{1,8}(\.\d{1,2})?$/

/** "$1,295.00" is the number 1295.00. */
export function plainPrice(text: string): string {
  return text
    .trim()
    .replace(/^(?:US)?\$\s*|\s*USD$/gi, '')
    .replace(/,(?=\d{3}(?:\D|$))/g, '')
}

export const isPrice = (text: string) => PRICE.test(text)
