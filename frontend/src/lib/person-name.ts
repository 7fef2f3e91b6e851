/** One rule for every name that a person types, in the words of the server. */

const LONGEST_PERSON_NAME = 60
const NOT_A_NAME = 'Enter a name without a web address or symbols'
const TOO_LONG = 'Enter a name of at most 60 characters'

const WEB_ADDRESS_OR_MARKUP = /[/\\@[\]<>{}]|www\./iu
// Pictures, hidden characters, and letters that look like a blank.
const NO_LETTER = /[\p{So}\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u
// Persian and Indian names are spelled with them.
const JOINERS = /[\u200c\u200d]/gu

/** What is wrong with it; null for a name, and for nothing at all. */
export function nameProblem(text: string): string | null {
  const name = text.trim()
  if ([...name].length > LONGEST_PERSON_NAME) return TOO_LONG
  if (WEB_ADDRESS_OR_MARKUP.test(name)) return NOT_A_NAME
  return NO_LETTER.test(name.replace(JOINERS, '')) ? NOT_A_NAME : null
}
