import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DataTable, rowLinkClass } from '../../ui/table.tsx'
import { ListPage } from '../kit/list.tsx'
import { usePageTitle } from '../kit/page.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { groups } from './messages.ts'
import { groupsQuery } from './queries.ts'

export function GroupsPage() {
  const query = useQuery(groupsQuery)
  const [creating, setCreating] = useState(false)
  const lock = query.data?.locked_by ?? null
  const create = query.data && lock === null && (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setCreating(true)}>
      {groups.create}
    </Button>
  )
  return (
    <>
      <ListPage
        lead={groups.lead}
        acts={create}
        notices={lock && <Notice kind="info">{groups.locked(lock)}</Notice>}
        query={query}
        filtered={false}
        empty={
          <Empty icon={<UsersRound aria-hidden />} title={groups.empty} action={create}>
            {groups.emptyText}
          </Empty>
        }
      >
        {({ items }) => <GroupTable items={items} />}
      </ListPage>
      {creating && <GroupDialog group={null} onClose={() => setCreating(false)} />}
    </>
  )
}

interface GroupTableProps {
  items: readonly { id: string; name: string; description: string; members: number | null }[]
}

const GroupTable = ({ items }: GroupTableProps) => (
  <DataTable
    label={usePageTitle()}
    items={items}
    keyOf={({ id }) => id}
    columns={[
      {
        head: groups.name,
        className: 'max-w-48 sm:max-w-80',
        cell: ({ id, name }) => (
          <Link
            to="/web-chat/groups/$group"
            params={{ group: id }}
            dir="auto"
            className={`${rowLinkClass} block truncate`}
          >
            {name}
          </Link>
        ),
      },
      {
        head: groups.description,
        from: 'xl',
        className: 'max-w-96 truncate text-muted',
        cell: ({ description }) => description,
      },
      { head: groups.members, number: true, className: 'text-muted', cell: ({ members }) => members },
    ]}
  />
)
