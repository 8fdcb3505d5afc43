import { CircleAlert, CircleCheck, CircleSlash, Clock } from 'lucide-react'
import type { CallDecision } from '#chatapp/chats/schema.ts'
import { thread } from './messages.ts'

export const DecisionLine = ({ decision: { outcome, summary, reason } }: { decision: CallDecision }) => (
  <article
    aria-label={thread.yourDecision}
    className="flex min-w-0 items-start justify-end gap-2 text-13 text-muted"
  >
    <span aria-hidden className="mt-0.5 [&_svg]:size-4">
      {ICONS[outcome]}
    </span>
    <p className="min-w-0 break-words">
      {thread.decided[outcome]}: <bdi>{summary}</bdi>
      {reason && (
        <span dir="auto" className="block whitespace-pre-wrap">
          {reason}
        </span>
      )}
    </p>
  </article>
)

const ICONS: Record<CallDecision['outcome'], React.ReactNode> = {
  done: <CircleCheck className="text-ok" />,
  failed: <CircleAlert className="text-danger" />,
  refused: <CircleAlert className="text-danger" />,
  rejected: <CircleSlash />,
  answered: <CircleCheck className="text-ok" />,
  withheld: <CircleSlash />,
  unanswered: <Clock />,
}
