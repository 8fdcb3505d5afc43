import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { InboxEndpoint, InboxEvent, InboxState } from '#core/inbox/schema.ts'
import { cx } from '../../ui/cx.ts'
import { formatSize } from '../../ui/size.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'
import { ListFailure } from '../kit/list.tsx'
import { EventMenu } from './event-acts.tsx'
import { EventTitle } from './event-title.tsx'
import { inbox } from './messages.ts'
import { eventsQuery } from './queries.ts'
import { ReleaseAll, UndoRelease } from './release-all.tsx'
import { stateIcon } from './state-badge.tsx'
import { number } from '../../ui/language.ts'

const SHOWN = 20
const STATES = Object.keys(inbox.states) as InboxState[]

interface BoardProps {
  endpoint: Pick<InboxEndpoint, 'hub' | 'name' | 'counts' | 'handled_by' | 'last_release'>
  arrived: ReadonlySet<string>
}

export function Board({ endpoint, arrived }: BoardProps) {
  // Only an endpoint with conditions has unmatched events.
  const states = STATES.filter((state) => state !== 'unmatched' || endpoint.counts.unmatched > 0)
  return (
    <div
      className={cx(
        'grid min-h-0 flex-1 grid-cols-1 gap-3 sm:grid-cols-2 md:auto-rows-fr xl:grid-rows-1',
        states.length > 4 ? 'xl:grid-cols-5' : 'xl:grid-cols-4',
      )}
    >
      {states.map((state) => (
        <Column key={state} endpoint={endpoint} state={state} arrived={arrived} />
      ))}
    </div>
  )
}

function Column({ endpoint, state, arrived }: BoardProps & { state: InboxState }) {
  const { hub, name, counts } = endpoint
  const query = useQuery(eventsQuery({ hub, endpoint: name, state, limit: SHOWN }))
  const items = query.data?.items ?? []
  const count = counts[state]
  const title = `inbox-${state}`
  return (
    <section
      aria-labelledby={title}
      className="@container flex min-h-0 min-w-0 flex-col rounded-l border border-line bg-sunken"
    >
      <header className="flex min-h-11 items-center gap-x-2 px-3 py-1.5">
        <span
          className={cx('[&_svg]:size-4', state === 'quarantined' && count > 0 ? 'text-warn' : 'text-faint')}
        >
          {stateIcon(state)}
        </span>
        <h2 id={title} className="min-w-0 truncate font-medium" title={inbox.about[state]}>
          {inbox.states[state]}
        </h2>
        <span className="text-13 text-faint tabular-nums">{number(count)}</span>
        {state === 'quarantined' && count > 0 && <ReleaseAll endpoint={endpoint} />}
        {state === 'pending' && <UndoRelease endpoint={endpoint} />}
      </header>
      {query.error && !query.data ? (
        <ListFailure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        // Makes the element scrollable by keyboard.
        <div
          role="group"
          aria-labelledby={title}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="min-h-0 flex-1 overflow-y-auto rounded-l px-2 pb-2"
        >
          {!query.data ? (
            <Skeleton className="h-16 w-full rounded-m" />
          ) : items.length === 0 ? (
            <p className="px-1 py-2 text-13 text-faint">{inbox.nothing[state]}</p>
          ) : (
            <ul className="flex flex-col gap-1.5">
              {items.map((event) => (
                <Card key={event.event} event={event} isNew={arrived.has(event.event)} />
              ))}
            </ul>
          )}
          {count > items.length && items.length > 0 && (
            <Link
              to="/inbox"
              search={{ hub, endpoint: name, state }}
              className="mt-1 flex min-h-hit items-center justify-center text-13 text-accent-text underline-offset-4 hover:underline"
            >
              {inbox.all(count)}
            </Link>
          )}
        </div>
      )}
    </section>
  )
}

function Card({ event, isNew }: { event: InboxEvent; isNew: boolean }) {
  const { hub, event: name, preview, event_type, title, size, received_at, attempt } = event
  return (
    <li
      className={cx(
        'relative flex items-start gap-1 rounded-m border border-line bg-raised py-1 ps-3 pe-1 shadow-1 hover:bg-hover',
        isNew && 'animate-rise border-accent',
      )}
    >
      <div className="min-w-0 flex-1 py-1">
        <Link
          to="/inbox/$event"
          params={{ event: name }}
          search={{ hub }}
          title={preview}
          dir="auto"
          className="block truncate rounded-s text-13 outline-offset-2 after:absolute after:inset-0 after:content-['']"
        >
          <EventTitle event={event} />
        </Link>
        <p className="mt-0.5 flex flex-wrap gap-x-2 text-12 text-faint">
          {event_type !== null && title !== null && (
            <span dir="auto" className="max-w-full truncate text-muted">
              {event_type}
            </span>
          )}
          <span className="relative z-1">
            <When at={received_at} />
          </span>
          <span>{formatSize(size)}</span>
          {attempt !== null && attempt > 1 && <span>{inbox.attempt(attempt)}</span>}
        </p>
      </div>
      <span className="relative z-1">
        <EventMenu event={event} />
      </span>
    </li>
  )
}
