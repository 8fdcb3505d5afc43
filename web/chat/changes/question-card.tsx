import { CircleCheck, CircleSlash, Clock, MessageCircleQuestion } from 'lucide-react'
import type { ChangeRequestView } from '#features/changes/schema.ts'
import { cx } from '../../ui/cx.ts'
import { QuestionForm } from '../../ui/questions/question-form.tsx'
import { QuestionText } from '../../ui/questions/question-text.tsx'
import { questionActs } from '../api/changes.ts'
import { errorText } from '../api/client.ts'

export interface QuestionCardProps {
  change: ChangeRequestView
  onAnswered(): void
}

/** A question of the agent, with its form or its answer. */
export function QuestionCard({ change, onAnswered }: QuestionCardProps) {
  const Icon = ICONS[change.state]
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex min-w-0 items-start gap-3">
        <span
          aria-hidden
          className="flex size-9 shrink-0 items-center justify-center rounded-m bg-accent-soft text-accent-text"
        >
          <Icon className={cx('size-5', change.state === 'confirmed' && 'text-ok')} />
        </span>
        <QuestionText change={change} />
      </div>
      {change.state === 'proposed' && (
        <QuestionForm
          key={change.id}
          change={change}
          acts={questionActs}
          errorText={errorText}
          onAnswered={onAnswered}
          inChat
        />
      )}
    </div>
  )
}

const ICONS = {
  proposed: MessageCircleQuestion,
  confirmed: CircleCheck,
  rejected: CircleSlash,
  expired: Clock,
  stale: CircleSlash,
} as const
