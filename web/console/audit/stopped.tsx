import { useQuery } from '@tanstack/react-query'
import type { AccessChange } from '#core/audit/schema.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { duration } from '../../ui/time.ts'
import { stopped } from './messages.ts'
import { accessChangesQuery } from './queries.ts'

const MAX_SHOWN_RECORDS = 100

interface Receipt {
  kind: string
  key: string | null
  machine: string
  change: number | null
}

export const mayStop = ({ action }: AccessChange): boolean => action === 'revoke' || action === 'block'

export function StoppedWorkList({ change }: { change: AccessChange }) {
  const user = change.subject === EVERYONE ? undefined : (change.subject ?? undefined)
  const around = { since: timeFrom(change.at, -SLACK_MS), until: timeFrom(change.at, LATEST_MS) }
  const filter = { action: 'access.stopped', user, ...around, limit: MAX_SHOWN_RECORDS, offset: 0 }
  const query = useQuery(accessChangesQuery(filter))
  if (query.isPending) return <Skeleton className="h-5 w-32" />
  if (!query.data) return <span className="text-faint">{stopped.unknown}</span>
  const receipts = query.data.items.flatMap(({ at, after }) => {
    const receipt = after as unknown as Receipt
    return receipt.change === change.id ? [{ ...receipt, at: Date.parse(at) }] : []
  })
  if (receipts.length === 0) return <span className="text-faint">{stopped.nothing}</span>
  const kinds = Map.groupBy(receipts, ({ kind }) => kind)
  const keys = new Set(receipts.flatMap(({ key }) => key ?? []))
  const last = Math.max(...receipts.map(({ at }) => at)) - Date.parse(change.at)
  return (
    <ul>
      {[...kinds].map(([kind, some]) => (
        <li key={kind}>{stopped.counts[kind as keyof typeof stopped.counts]?.(some.length) ?? kind}</li>
      ))}
      {keys.size > 0 && <li>{stopped.keys([...keys])}</li>}
      {query.data.total > MAX_SHOWN_RECORDS && <li>{stopped.more}</li>}
      <li className="text-muted">
        {stopped.where([...new Set(receipts.map(({ machine }) => machine))], duration(Math.max(0, last)))}
      </li>
    </ul>
  )
}

const EVERYONE = '*'
/** Maximum clock difference between instances. */
const SLACK_MS = 5000
const LATEST_MS = 60_000

const timeFrom = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString()
