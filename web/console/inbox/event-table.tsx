import { Link } from '@tanstack/react-router'
import type { InboxEvent } from '#core/inbox/schema.ts'
import { formatSize } from '../../ui/size.ts'
import { AboveRow, DataTable, rowLinkClass } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { common } from '../kit/messages.ts'
import { usePageTitle } from '../kit/page.tsx'
import { EventMenu } from './event-acts.tsx'
import { EventTitle } from './event-title.tsx'
import { inbox } from './messages.ts'

export const EventTable = ({ items, stale }: { items: readonly InboxEvent[]; stale: boolean }) => (
  <DataTable
    label={usePageTitle()}
    stale={stale}
    items={items}
    keyOf={({ event }) => event}
    columns={[
      {
        head: inbox.event,
        className: 'max-w-96 @max-xl:w-full @max-xl:max-w-0',
        cell: (event) => (
          <Link
            to="/inbox/$event"
            params={{ event: event.event }}
            search={{ hub: event.hub }}
            title={event.preview}
            dir="auto"
            className={`${rowLinkClass} block truncate`}
          >
            <EventTitle event={event} />
          </Link>
        ),
      },
      {
        head: inbox.type,
        from: 'xl',
        className: 'max-w-48 truncate text-muted',
        cell: ({ event_type, title }) => (title === null ? '' : (event_type ?? '')),
      },
      {
        head: inbox.arrived,
        className: 'whitespace-nowrap text-muted',
        cell: ({ received_at }) => (
          <AboveRow>
            <When at={received_at} />
          </AboveRow>
        ),
      },
      {
        head: inbox.run,
        from: '4xl',
        className: 'max-w-56 truncate font-mono text-12 text-faint',
        cell: ({ hub, run_id }) =>
          run_id === null ? (
            ''
          ) : (
            <AboveRow>
              <Link to="/runs/$slug/$id" params={{ slug: hub, id: run_id }} className="hover:underline">
                {run_id}
              </Link>
            </AboveRow>
          ),
      },
      {
        head: inbox.size,
        number: true,
        from: '2xl',
        className: 'whitespace-nowrap text-muted',
        cell: ({ size }) => formatSize(size),
      },
      {
        head: common.acts,
        quiet: true,
        number: true,
        cell: (event) => (
          <AboveRow>
            <EventMenu event={event} />
          </AboveRow>
        ),
      },
    ]}
  />
)
