import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, ClipboardCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ChangeRequestView } from '#features/changes/schema.ts'
import type { ChangeOffer, ToolActivity } from '#ground/turn/schema.ts'
import { ApiError } from '../../ui/call.ts'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { readChangeRequest } from '../api/changes.ts'
import { changeTexts as texts } from './messages.ts'

const POLL_MS = 4000

export function ChangeCards({ tools }: { tools: readonly ToolActivity[] }): ReactNode {
  const proposed = new Map<string, ChangeOffer>()
  for (const { change } of tools) if (change) proposed.set(change.id, change)
  return (
    <ul aria-label={texts.cards} className="flex flex-col gap-2 empty:hidden">
      {[...proposed.values()].map((change) => (
        <ChangeCard key={change.id} change={change} />
      ))}
    </ul>
  )
}

type Standing = keyof typeof texts.states

function ChangeCard({ change: { id, summary } }: { change: ChangeOffer }) {
  const { data, error, isPending } = useQuery({
    queryKey: ['change-request', id],
    queryFn: ({ signal }) => readChangeRequest(id, signal),
    refetchInterval: ({ state }) => pollIntervalMs(state),
    refetchOnWindowFocus: true,
    retry: false,
  })
  // Shows nothing for another person's change request, as in an imported chat.
  if (isMissing(error)) return null
  if (isPending)
    return (
      <li>
        <Skeleton className="h-15 max-w-xl rounded-l" />
      </li>
    )
  const standing: Standing = data ? standingOf(data) : 'unknown'
  const isOpen = standing === 'proposed' || standing === 'unknown'
  return (
    <li
      className={cx(
        'flex max-w-xl min-w-0 items-center gap-3 max-sm:flex-wrap',
        standing !== 'unknown' && isOver(standing)
          ? 'py-1'
          : 'rounded-l border border-line bg-raised p-3 shadow-1',
      )}
    >
      <StandingIcon standing={standing} />
      <span role="status" className="min-w-0 flex-1">
        <span dir="auto" className="line-clamp-2 text-14 font-medium break-words" title={summary}>
          {summary}
        </span>
        <span className="block text-12 text-muted">{texts.states[standing]}</span>
      </span>
      <a
        href={`/portal/change-requests/${encodeURIComponent(id)}`}
        target="_blank"
        rel="noopener"
        className={cx(
          'inline-flex min-h-hit shrink-0 items-center justify-center rounded-m px-3 py-1 text-14 font-medium max-sm:w-full',
          isOpen
            ? 'bg-accent text-on-accent hover:bg-accent-hover'
            : 'text-accent-text underline-offset-4 hover:underline',
        )}
      >
        {isOpen ? texts.review : texts.see}
        <span className="sr-only">{texts.newTab(summary)}</span>
      </a>
    </li>
  )
}

const GOOD: ReadonlySet<Standing> = new Set(['confirmed', 'running'])
const BAD: ReadonlySet<Standing> = new Set(['refused', 'failed', 'partial', 'interrupted'])

function StandingIcon({ standing }: { standing: Standing }) {
  const Icon = GOOD.has(standing) ? CircleCheck : BAD.has(standing) ? CircleX : ClipboardCheck
  return (
    <span
      aria-hidden
      className="flex size-9 shrink-0 items-center justify-center rounded-m bg-accent-soft text-accent-text"
    >
      <Icon className={cx('size-5', GOOD.has(standing) && 'text-ok', BAD.has(standing) && 'text-danger')} />
    </span>
  )
}

function standingOf({ state, result }: Pick<ChangeRequestView, 'state' | 'result'>): Standing {
  const outcome = result?.outcome ?? 'applied'
  return state === 'confirmed' && outcome !== 'applied' ? outcome : state
}

interface QueryState {
  data: Pick<ChangeRequestView, 'state' | 'result'> | undefined
  error: Error | null
}

export const pollIntervalMs = ({ data, error }: QueryState): number | false =>
  isMissing(error) || (data && isOver(standingOf(data))) ? false : POLL_MS

const isMissing = (error: Error | null): boolean => error instanceof ApiError && error.status === 404

const isOver = (standing: Standing): boolean => standing !== 'proposed' && standing !== 'running'
