import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX, ClipboardCheck, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'
import { useHubName } from '../access/hubs.tsx'
import { ListFailure } from '../kit/list.tsx'
import { common } from '../kit/messages.ts'
import { Unreached } from '../kit/unreached.tsx'
import type { AttentionItem } from '#features/attention/schema.ts'
import { attentionRowOf, type AttentionRow } from './attention-words.ts'
import { overview } from './messages.ts'
import { attentionQuery, inboxQuery } from './queries.ts'

const { attention: texts } = overview

const LEVELS = ['failure', 'warning', 'decision'] as const
const MAX_SHOWN = 3

/** Never hides a single row. */
const shownOf = (count: number): number => (count <= MAX_SHOWN + 1 ? Math.max(1, count) : MAX_SHOWN)

/** Fixed, so that nothing below moves when the list arrives. On a phone a title has two lines. */
const ROW = 'h-15 max-sm:h-20'

export function Attention({ hub }: { hub: string | undefined }) {
  const query = useQuery(attentionQuery(hub))
  const { counts, unreachable } = useQuarantined(hub)
  const hubName = useHubName()
  const [all, setAll] = useState(false)
  const items = withLiveCounts(query.data?.items ?? [], counts)
  const rows = items
    .map((item) => attentionRowOf(item, hubName))
    .toSorted((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level))
  const isLoaded = query.data !== undefined
  const shown = useShownRows(isLoaded ? rows.length : null)
  const rest = isLoaded ? rows.length - shown : 0
  return (
    <section aria-label={texts.label} className="flex flex-col gap-2">
      <header className="flex h-8 items-center justify-between">
        <h2 className="font-semibold">
          {texts.label}{' '}
          {isLoaded && <span className="font-normal text-faint tabular-nums">{rows.length}</span>}
        </h2>
        {rest > 0 && (
          <Button look="link" onClick={() => setAll(!all)}>
            {all ? texts.less : texts.more(rest)}
          </Button>
        )}
      </header>
      <div className="overflow-hidden rounded-l border border-line bg-raised">
        {query.error && !query.data ? (
          <ListFailure error={query.error} onRetry={() => void query.refetch()} />
        ) : !isLoaded ? (
          <div role="status" aria-label={common.loading} className={cx('px-4 py-3.5', ROW)}>
            <Skeleton className="h-8" />
          </div>
        ) : rows.length === 0 ? (
          <Nothing />
        ) : (
          <ul>
            {(all ? rows : rows.slice(0, shown)).map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </ul>
        )}
      </div>
      <Unreached hubs={unreachable} />
    </section>
  )
}

/** Keeps the number of rows of the first display, so that nothing below moves when a Hub answers later. */
function useShownRows(count: number | null): number {
  const first = useRef<number>(null)
  if (count !== null) first.current ??= shownOf(count)
  return first.current ?? 1
}

const Nothing = () => (
  <p className={cx('flex items-center gap-3 px-4 text-muted', ROW)}>
    <CircleCheck aria-hidden className="size-4 text-ok" />
    {texts.nothing}
  </p>
)

const ICONS = {
  failure: <CircleX aria-hidden className="size-4 shrink-0 text-danger" />,
  warning: <TriangleAlert aria-hidden className="size-4 shrink-0 text-warn" />,
  decision: <ClipboardCheck aria-hidden className="size-4 shrink-0 text-accent-text" />,
}

const LINK =
  'line-clamp-2 font-medium [overflow-wrap:anywhere] sm:line-clamp-1 after:absolute after:inset-0 focus-visible:after:outline-2 outline-none'

const Row = ({ row: { level, title, detail, since, act, to } }: { row: AttentionRow }) => (
  <li
    className={cx(
      'relative flex items-center gap-3 border-b border-line px-4 last:border-b-0 hover:bg-hover',
      ROW,
    )}
  >
    {ICONS[level]}
    <span className="min-w-0 flex-1 leading-tight">
      {'href' in to ? (
        <a href={to.href} title={title} className={LINK}>
          {title}
        </a>
      ) : (
        <Link {...(to as { to: '/' })} title={title} className={LINK}>
          {title}
        </Link>
      )}
      <span title={detail || undefined} dir="auto" className="block truncate text-12 text-muted">
        {since !== null && <When at={since} />}
        {since !== null && detail && ' · '}
        {detail}
      </span>
    </span>
    <span aria-hidden className="shrink-0 text-13 font-medium text-accent-text max-sm:hidden">
      {act}
    </span>
  </li>
)

/** The live number of quarantined events of each Hub that answers. */
function useQuarantined(only: string | undefined) {
  const { data } = useQuery(inboxQuery)
  const counts = new Map<string, number>()
  for (const { hub, counts: states } of data?.items ?? [])
    if (only === undefined || hub === only) counts.set(hub, (counts.get(hub) ?? 0) + states.quarantined)
  return {
    counts,
    unreachable: data?.unreachable?.filter(({ slug }) => only === undefined || slug === only),
  }
}

/** The number of quarantined events in the database is up to a minute old. */
const withLiveCounts = (
  items: readonly AttentionItem[],
  counts: ReadonlyMap<string, number>,
): AttentionItem[] => [
  ...items.filter(({ kind, hub }) => kind !== 'events_quarantined' || !counts.has(hub ?? '')),
  ...[...counts].filter(([, count]) => count > 0).map(([hub, count]) => quarantinedOn(hub, count)),
]

const quarantinedOn = (hub: string, count: number): AttentionItem => ({
  kind: 'events_quarantined',
  level: 'failure',
  hub,
  subject: null,
  subject_id: null,
  count,
  since: null,
  detail: null,
  budget: null,
})
