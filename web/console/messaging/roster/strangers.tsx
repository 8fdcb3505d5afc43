import { useQuery } from '@tanstack/react-query'
import { UserRoundCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Stranger } from '#features/messaging/roster/schema.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { DataTable, type Column } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { ListPage } from '../../kit/list.tsx'
import { usePageRange } from '../../kit/page-size.ts'
import { common } from '../../kit/messages.ts'
import { usePageTitle } from '../../kit/page.tsx'
import { messaging } from '../messages.ts'
import { who } from './messages.ts'
import { strangersQuery } from './queries.ts'
import { number } from '../../../ui/language.ts'

interface StrangersProps {
  hub: string
  page: number
  above: ReactNode
  filters: ReactNode
}

export function Strangers({ hub, page, above, filters }: StrangersProps) {
  const query = useQuery(strangersQuery({ hub, ...usePageRange(page) }))
  return (
    <ListPage
      above={above}
      lead={who.lead}
      query={query}
      filtered={false}
      filters={filters}
      empty={
        <Empty icon={<UserRoundCheck aria-hidden />} title={who.noStrangers}>
          {who.noStrangersText}
        </Empty>
      }
    >
      {({ items }) => <StrangersTable items={items} stale={query.isPlaceholderData} />}
    </ListPage>
  )
}

const StrangersTable = ({ items, stale }: { items: readonly Stranger[]; stale: boolean }) => (
  <DataTable
    label={usePageTitle()}
    stale={stale}
    items={items}
    keyOf={({ channel, handle }) => `${channel} ${handle}`}
    columns={columns()}
  />
)

const columns = (): Column<Stranger>[] => [
  {
    head: who.sender,
    className: 'w-full max-w-0 min-w-28',
    cell: ({ sender, handle, channel, email, near }) => (
      <>
        <p dir="auto" className="truncate">
          <bdi>{sender ?? handle}</bdi>
        </p>
        <p className="text-12 break-words text-faint">
          {messaging.channels[channel]}
          {email !== null && (
            <>
              {' · '}
              {who.byNow} <bdi>{email}</bdi>
            </>
          )}
        </p>
        {near.map(({ line, as }) => (
          <p key={line} className="text-12 text-warn">
            {who.near(line)} <bdi className="font-mono">{as}</bdi>
          </p>
        ))}
      </>
    ),
  },
  {
    head: who.handle,
    className: 'max-w-56',
    cell: ({ handle }) => (
      <span className="flex min-w-0 items-center gap-1">
        <bdi className="truncate font-mono text-13" title={handle}>
          {handle}
        </bdi>
        <CopyButton label={who.copyHandle(handle)} copiedLabel={common.copied} text={() => handle} />
      </span>
    ),
  },
  {
    head: who.messages,
    from: 'xl',
    className: 'text-end text-muted tabular-nums',
    cell: ({ messages }) => number(messages),
  },
  {
    head: who.lastWrote,
    from: 'xl',
    className: 'whitespace-nowrap text-muted',
    cell: ({ last_at }) => <When at={last_at} />,
  },
]
