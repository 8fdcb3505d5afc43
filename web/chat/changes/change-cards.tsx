import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleX, Clock, Hand, RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { ChangeRequestView } from '#features/changes/schema.ts'
import type { ChangeOffer, ToolActivity } from '#ground/turn/schema.ts'
import { Button } from '../../ui/button.tsx'
import { ChangeActs } from '../../ui/change-request/change-acts.tsx'
import { CallPlan } from '../../ui/change-request/call-plan.tsx'
import { changeRequest } from '../../ui/change-request/messages.ts'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { notifyTabs } from '../../ui/tabs.ts'
import {
  changeDecisions,
  changeKey,
  isMissing,
  isPending,
  standingOf,
  useChangeRequest,
  type ChangeStanding,
} from '../api/changes.ts'
import { errorText } from '../api/client.ts'
import { changeTexts as texts } from './messages.ts'
import { QuestionCard } from './question-card.tsx'

export interface ChangeCardsProps {
  tools: readonly ToolActivity[]
  /** Called when a tool call ends after the person's decision: the agent then continues. */
  onEnded?: (id: string) => void
}

export function ChangeCards({ tools, onEnded }: ChangeCardsProps): ReactNode {
  const proposed = new Map<string, ChangeOffer>()
  for (const { change } of tools) if (change) proposed.set(change.id, change)
  return (
    <ul aria-label={texts.cards} className="flex flex-col gap-2 empty:hidden">
      {[...proposed.values()].map((change) => (
        <ChangeCard key={change.id} offer={change} onEnded={onEnded} />
      ))}
    </ul>
  )
}

type Standing = ChangeStanding | 'unknown'

interface ChangeCardProps {
  offer: ChangeOffer
  onEnded: ChangeCardsProps['onEnded']
}

function ChangeCard({ offer, onEnded }: ChangeCardProps) {
  const { data, error, isPending: isLoading } = useChangeRequest(offer.id)
  const card = useRef<HTMLLIElement>(null)
  const [isEditing, setEditing] = useState(false)
  const client = useQueryClient()
  const standing: Standing = data ? standingOf(data) : 'unknown'
  useEnded(data, onEnded)
  // The change request belongs to another person, as in an imported chat.
  if (isMissing(error)) return null
  if (isLoading)
    return (
      <li>
        <Skeleton className="h-15 max-w-xl rounded-l" />
      </li>
    )
  function onDecided() {
    // The pressed button disappears, so the card itself keeps the focus.
    card.current?.focus()
    notifyTabs()
    void client.invalidateQueries({ queryKey: changeKey(offer.id) })
  }
  if (data?.kind === 'question')
    return (
      <li
        ref={card}
        tabIndex={-1}
        className={cx(
          'max-w-xl min-w-0 outline-offset-2',
          data.state === 'proposed' ? 'rounded-l border border-line bg-raised p-3 shadow-1' : 'py-1',
        )}
      >
        <QuestionCard change={data} onAnswered={onDecided} />
      </li>
    )
  const isFramed = standing === 'unknown' || isPending(standing) || isLapsed(standing)
  return (
    <li
      ref={card}
      tabIndex={-1}
      className={cx(
        'flex max-w-xl min-w-0 flex-col gap-3 outline-offset-2',
        isFramed ? 'rounded-l border border-line bg-raised p-3 shadow-1' : 'py-1',
      )}
    >
      <CardHead offer={offer} data={data} standing={standing} />
      {data && isFramed && !isEditing && <CallPlan change={data} />}
      {data?.state === 'proposed' && (
        <ChangeActs
          key={data.id}
          change={data}
          decisions={changeDecisions}
          errorText={errorText}
          onDecided={onDecided}
          onEditing={setEditing}
        >
          {data.kind !== 'tool_call' && (
            <ConsoleLink id={data.id} summary={data.summary} label={texts.review} />
          )}
        </ChangeActs>
      )}
      {data && isLapsed(standing) && <Again change={data} onProposed={onDecided} />}
    </li>
  )
}

const isLapsed = (standing: Standing): boolean => standing === 'stale' || standing === 'expired'

const RECENT_MS = 60_000

/**
 * Calls `onEnded` once when a tool call has ended after a decision, but only if this page has shown the pending
 * request or the decision is recent.
 */
function useEnded(change: ChangeRequestView | undefined, onEnded: ChangeCardsProps['onEnded']) {
  const standing = change && standingOf(change)
  const isFollowed = change?.kind === 'tool_call' || change?.kind === 'question'
  const isEnd = isFollowed && standing !== undefined && !isPending(standing)
  const wasPending = useRef(false)
  if (change && !isEnd) wasPending.current = true
  const decidedAt = change?.decided_at ?? null
  const isRecent = decidedAt !== null && Date.now() - Date.parse(decidedAt) < RECENT_MS
  const isDecided = isEnd && (decidedAt !== null || change.state === 'expired') && change.state !== 'stale'
  const id = isDecided && (wasPending.current || isRecent) ? change.id : null
  useEffect(() => {
    if (id !== null) onEnded?.(id)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the callback changes with every render
  }, [id])
}

function CardHead({
  offer,
  data,
  standing,
}: {
  offer: ChangeOffer
  data: ChangeRequestView | undefined
  standing: Standing
}) {
  const call = data?.operations.find((operation) => operation.action === 'call_tool')
  const title = call?.title ?? data?.summary ?? offer.summary
  const reason = data?.result?.outcome === 'rejected' ? data.result.detail : ''
  const failure = data?.result && BAD.has(standing) ? data.result.detail : ''
  return (
    <div className="flex min-w-0 items-center gap-3">
      <StandingIcon standing={standing} />
      <span role="status" className="min-w-0 flex-1">
        <span className="line-clamp-3 text-14 font-medium break-words" title={title}>
          <bdi>{title}</bdi>
        </span>
        <span className="block text-12 break-words text-muted">
          {[stateText(standing), reason && texts.reason(reason), failure].filter(Boolean).join(' ')}
        </span>
      </span>
      {data?.state !== 'proposed' && (
        <ConsoleLink
          id={data?.id ?? offer.id}
          summary={title}
          label={standing === 'unknown' ? texts.review : texts.see}
        />
      )}
    </div>
  )
}

const stateText = (standing: Standing): string =>
  standing === 'answered' || standing === 'unanswered' ? '' : texts.states[standing]

const ConsoleLink = ({ id, summary, label }: { id: string; summary: string; label: string }) => (
  <a
    href={`/portal/change-requests/${encodeURIComponent(id)}`}
    target="_blank"
    rel="noopener"
    className="inline-flex min-h-hit shrink-0 items-center justify-center rounded-m px-3 py-1 text-14 font-medium text-accent-text underline-offset-4 hover:underline"
  >
    {label}
    <span className="sr-only">{texts.newTab(summary)}</span>
  </a>
)

function Again({ change, onProposed }: { change: ChangeRequestView; onProposed(): void }) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function propose() {
    setBusy(true)
    setFailure(null)
    try {
      await changeDecisions.again(change)
      onProposed()
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-2">
      <div>
        <Button icon={<RotateCcw aria-hidden />} busy={isBusy} onClick={() => void propose()}>
          {changeRequest.again}
        </Button>
      </div>
      {failure !== null && (
        <p role="alert" className="text-13 break-words text-danger">
          {failure}
        </p>
      )}
    </div>
  )
}

const GOOD: ReadonlySet<Standing> = new Set(['confirmed', 'waiting', 'running'])
const BAD: ReadonlySet<Standing> = new Set(['refused', 'failed', 'partial', 'interrupted'])

function StandingIcon({ standing }: { standing: Standing }) {
  const isOver = standing === 'rejected' || BAD.has(standing)
  const Icon = GOOD.has(standing) ? CircleCheck : isOver ? CircleX : isLapsed(standing) ? Clock : Hand
  return (
    <span
      aria-hidden
      className="flex size-9 shrink-0 items-center justify-center rounded-m bg-accent-soft text-accent-text"
    >
      <Icon className={cx('size-5', GOOD.has(standing) && 'text-ok', BAD.has(standing) && 'text-danger')} />
    </span>
  )
}
