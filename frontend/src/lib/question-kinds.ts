/** Kinds of questions an instructor can ask, in words. */

export const QUESTION_KINDS = [
  { value: 'line', label: 'Short answer' },
  { value: 'text', label: 'Long answer' },
  { value: 'yes_no', label: 'Yes or no' },
] as const

export type QuestionKind = (typeof QUESTION_KINDS)[number]['value']

/** An answer as it is read; yes and no are kept in small letters. */
export function answerWords(kind: QuestionKind, answer: string): string {
  if (kind !== 'yes_no') return answer
  return answer === 'yes' ? 'Yes' : 'No'
}
