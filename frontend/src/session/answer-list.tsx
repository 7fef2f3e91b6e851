/** What students answered, one after the other; those who answered nothing are named below. */
import { answerWords } from '@/lib/question-kinds'
import type { ClassQuestions } from './question-editor'

interface Student {
  enrollmentId: number
  name: string
  answers: readonly { questionId: number; words: string }[]
}

interface AnswerListProps {
  asked: ClassQuestions
  students: readonly Student[]
}

export function AnswerList({ asked, students }: AnswerListProps) {
  const answered = students.filter(({ answers }) => answers.length > 0)
  const silent = students.filter(({ answers }) => answers.length === 0)
  return (
    <div className="grid min-w-0 gap-4">
      {answered.length > 0 && (
        <ul className="divide-y">
          {answered.map((student) => (
            <li key={student.enrollmentId} className="grid gap-2 py-3 first:pt-0 last:pb-0">
              <p className="font-medium wrap-anywhere">{student.name}</p>
              <Given asked={asked} student={student} />
            </li>
          ))}
        </ul>
      )}
      {silent.length > 0 && (
        <p className="text-sm text-muted-foreground wrap-anywhere">
          No answers yet: {silent.map(({ name }) => name).join(', ')}
        </p>
      )}
    </div>
  )
}

function Given({ asked, student }: { asked: ClassQuestions; student: Student }) {
  const said = new Map(student.answers.map(({ questionId, words }) => [questionId, words]))
  return (
    <dl className="grid gap-2 text-[0.9375rem]">
      {asked.questions.map(({ id, words, kind }) => {
        const answer = said.get(id)
        return (
          answer && (
            <div key={id} className="grid gap-0.5">
              <dt className="text-sm text-muted-foreground wrap-anywhere">{words}</dt>
              <dd className="wrap-anywhere whitespace-pre-line">{answerWords(kind, answer)}</dd>
            </div>
          )
        )
      })}
    </dl>
  )
}
