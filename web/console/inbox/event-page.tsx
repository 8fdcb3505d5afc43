import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import type { InboxEventDetail } from '#core/inbox/schema.ts'
import { CodeSample } from '../../ui/code-sample.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { formatSize } from '../../ui/size.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { exactTime } from '../../ui/time.ts'
import { hasCode } from '../kit/api.ts'
import { BackLink } from '../kit/back-link.tsx'
import { ListFailure } from '../kit/list.tsx'
import { common } from '../kit/messages.ts'
import { PageFrame, useTitleOf } from '../kit/page.tsx'
import { EventButtons } from './event-acts.tsx'
import { EventRuns } from './event-runs.tsx'
import { inbox } from './messages.ts'
import { eventQuery, useInboxLive } from './queries.ts'
import { InboxStateBadge } from './state-badge.tsx'

const route = getRouteApi('/shell/inbox/$event')

export function EventPage() {
  const { event: name } = route.useParams()
  const { hub = '' } = route.useSearch()
  const query = useQuery(eventQuery(hub, name))
  useInboxLive(hub || null)
  const event = query.data
  return (
    <PageFrame
      title={event?.title ?? event?.event_type ?? inbox.one}
      above={<BackToInbox hub={hub} endpoint={event?.endpoint} />}
      acts={
        event && (
          <>
            <InboxStateBadge state={event.state} />
            <EventButtons event={event} />
          </>
        )
      }
    >
      {hasCode(query.error, 'not_found', 'invalid', 'outside_ceiling') ? (
        <Empty icon={<FileQuestion aria-hidden />} title={inbox.missing}>
          {inbox.missingText}
        </Empty>
      ) : query.error && !event ? (
        <ListFailure error={query.error} onRetry={() => void query.refetch()} />
      ) : event ? (
        <EventContent event={event} />
      ) : (
        <Skeleton className="h-64 w-full rounded-l" />
      )}
    </PageFrame>
  )
}

function EventContent({ event }: { event: InboxEventDetail }) {
  const query = Object.entries(event.query).flatMap(([key, value]) =>
    [value].flat().map((one) => `${key}=${one}`),
  )
  const headers = Object.entries(event.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid grid-cols-[minmax(7rem,auto)_1fr] gap-x-4 gap-y-2 text-13 max-sm:grid-cols-1 max-sm:gap-y-0.5 [&_dd]:min-w-0 [&_dd]:break-words max-sm:[&_dd]:mb-2 [&_dt]:text-faint">
        <dt>{inbox.endpoint}</dt>
        <dd>{event.endpoint}</dd>
        <dt>{inbox.arrived}</dt>
        <dd>{exactTime(Date.parse(event.received_at) / 1000)}</dd>
        {event.event_type !== null && (
          <>
            <dt>{inbox.type}</dt>
            <dd>{event.event_type}</dd>
          </>
        )}
        <dt>{inbox.why}</dt>
        <dd>{event.put_by === null ? inbox.reasons[event.reason] : inbox.putBy(event.put_by)}</dd>
        <dt>{inbox.size}</dt>
        <dd>{formatSize(event.size)}</dd>
        {event.content_type && (
          <>
            <dt>{inbox.contentType}</dt>
            <dd className="font-mono text-12">{event.content_type}</dd>
          </>
        )}
        {query.length > 0 && (
          <>
            <dt>{inbox.query}</dt>
            <dd className="font-mono text-12 whitespace-pre-line">{query.join('\n')}</dd>
          </>
        )}
        {headers.length > 0 && (
          <>
            <dt>{inbox.headers}</dt>
            <dd className="font-mono text-12 whitespace-pre-line">{headers.join('\n')}</dd>
          </>
        )}
        {event.file !== null && (
          <>
            <dt>{inbox.file}</dt>
            <dd className="font-mono text-12 break-all">{event.file}</dd>
          </>
        )}
      </dl>
      <EventRuns event={event} />
      <section className="flex min-w-0 flex-col gap-2">
        <h2 className="text-16 font-semibold">{inbox.body}</h2>
        <Body event={event} />
      </section>
    </div>
  )
}

function Body({ event: { body, body_kind, size } }: { event: InboxEventDetail }) {
  if (body_kind === 'unreadable') return <Notice kind="attention">{inbox.unreadable}</Notice>
  if (body === null) return <Notice kind="info">{size > 0 ? inbox.tooLarge : inbox.noBody}</Notice>
  return (
    <>
      {body_kind === 'binary' && <Notice kind="info">{inbox.binary}</Notice>}
      {body === '' ? (
        <p className="text-muted">{inbox.noBody}</p>
      ) : (
        <CodeSample label={inbox.body} text={body} copyLabel={inbox.copyBody} copiedLabel={common.copied} />
      )}
    </>
  )
}

const BackToInbox = ({ hub, endpoint }: { hub: string; endpoint: string | undefined }) => (
  <BackLink to="/inbox" search={hub ? { hub, ...(endpoint && { endpoint }) } : {}}>
    {useTitleOf('/inbox')}
  </BackLink>
)
