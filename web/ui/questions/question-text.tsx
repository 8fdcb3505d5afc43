import type { ChangeRequestView } from '#features/changes/schema.ts'
import { LongText } from '../change-request/long-text.tsx'
import { question as texts } from './messages.ts'
import { askedQuestion } from './question-form.tsx'

/** The question, and below it the answer or why there is none. */
export function QuestionText({ change }: { change: ChangeRequestView }) {
  const asked = askedQuestion(change)
  const detail =
    change.state === 'confirmed' || change.state === 'rejected' ? (change.result?.detail ?? '') : ''
  return (
    <div className="min-w-0 flex-1">
      <LongText text={asked?.question ?? change.summary} className="text-14 font-medium" />
      <p role="status" className="text-12 text-muted">
        {texts.states[change.state]}
      </p>
      {detail !== '' && <LongText text={detail} className="pt-1 text-14" />}
    </div>
  )
}
