import { Link } from '@tanstack/react-router'
import type { RosterEntry } from '#features/messaging/roster/schema.ts'
import { AboveRow, DataTable, type Column } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { usePageTitle } from '../../kit/page.tsx'
import { messaging } from '../messages.ts'
import { MessageStateBadge } from '../state-badge.tsx'
import { who } from './messages.ts'
import { number } from '../../../ui/language.ts'

interface RosterTableProps {
  hub: string
  items: readonly RosterEntry[]
  stale: boolean
}

export const RosterTable = ({ hub, items, stale }: RosterTableProps) => (
  <DataTable
    label={usePageTitle()}
    stale={stale}
    items={items}
    keyOf={({ line }) => String(line)}
    columns={columnsOf(hub)}
  />
)

const columnsOf = (hub: string): Column<RosterEntry>[] => [
  {
    head: who.person,
    className: 'w-full max-w-0 min-w-28',
    cell: ({ name, email, has_account }) => (
      <>
        <p dir="auto" className="truncate">
          <bdi>{name ?? email}</bdi>
        </p>
        <p dir="auto" className="truncate text-12 text-faint">
          <bdi>{email}</bdi>
          {has_account === false && <span className="text-warn"> · {who.noAccount}</span>}
        </p>
      </>
    ),
  },
  {
    head: who.handle,
    className: 'max-w-48',
    cell: ({ handle, surface }) => (
      <>
        <p className="truncate font-mono text-13" title={handle}>
          <bdi>{handle}</bdi>
        </p>
        <p className="truncate text-12 text-faint">
          {surface === '*' ? who.every : messaging.channels[surface]}
        </p>
      </>
    ),
  },
  {
    head: who.line,
    from: '2xl',
    className: 'text-end text-muted tabular-nums',
    cell: ({ line }) => number(line),
  },
  {
    head: who.last,
    from: 'xl',
    className: 'whitespace-nowrap',
    cell: ({ last, email, name }) =>
      last === null ? (
        <span className="text-faint">{who.never}</span>
      ) : (
        <AboveRow>
          <Link
            to="/messages"
            search={{ hub, q: email }}
            className="inline-flex items-center gap-2 text-muted hover:text-text"
          >
            <span className="sr-only">{who.messagesOf(name ?? email)}</span>
            <MessageStateBadge state={last.state} />
            <When at={last.received_at} />
          </Link>
        </AboveRow>
      ),
  },
]
