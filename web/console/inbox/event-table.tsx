import { Link } from '@tanstack/react-router'
import type { InboxEvent } from '#core/inbox/schema.ts'
import { AboveRow, DataTable, rowLinkClass } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { common } from '../kit/messages.ts'
import { usePageTitle } from '../kit/page.tsx'
import { EventMenu } from './event-acts.tsx'
import { inbox } from './messages.ts'

/** Events of one state. */
export const EventTable = ({ items, stale }: { items: readonly InboxEvent[]; stale: boolean }) => (
  <DataTable
    label={usePageTitle()}
    stale={stale}
    items={items}
    keyOf={({ event }) => event}
    columns={[
      {
        head: inbox.preview,
        className: 'max-w-96',
        cell: ({ event, hub, preview }) => (
          <Link
            to="/inbox/$event"
            params={{ event }}
            search={{ hub }}
            className={`${rowLinkClass} block truncate font-mono text-12`}
          >
            {preview || event}
          </Link>
        ),
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
        cell: ({ run_id }) => run_id ?? '',
      },
      {
        head: inbox.size,
        number: true,
        from: '2xl',
        className: 'whitespace-nowrap text-muted',
        cell: ({ size }) => `${size.toLocaleString()} B`,
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
