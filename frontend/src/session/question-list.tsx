/** The instructor's questions as they stand, with how many have answered each. */
import { QUESTION_KINDS } from '@/lib/question-kinds'
import type { ClassQuestions } from './question-editor'

const kindWords = (kind: string) => QUESTION_KINDS.find(({ value }) => value === kind)?.label

export function QuestionList({ asked }: { asked: ClassQuestions }) {
  if (asked.questions.length === 0) {
    return (
      <p className="text-muted-foreground">
        {asked.canChange
          ? 'None yet. Ask up to three, and students answer them after paying.'
          : 'This class asked no questions.'}
      </p>
    )
  }
  return (
    <ol className="grid list-decimal gap-3 pl-5 marker:text-muted-foreground">
      {asked.questions.map(({ id, words, kind, answers }) => (
        <li key={id} className="pl-1">
          <p className="font-medium wrap-anywhere">{words}</p>
          <p className="text-sm text-muted-foreground">
            {kindWords(kind)} · {answers === 0 ? 'no answers yet' : `${answers} answered`}
          </p>
        </li>
      ))}
    </ol>
  )
}
