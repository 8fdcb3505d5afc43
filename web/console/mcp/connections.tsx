import { useQuery } from '@tanstack/react-query'
import { Cable } from 'lucide-react'
import { useState } from 'react'
import type { McpConnection } from '#surfaces/mcp/connections/schema.ts'
import { Empty } from '../../ui/empty.tsx'
import { DataTable, type Column } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { List } from '../kit/list.tsx'
import { usePageRange } from '../kit/page-size.ts'
import { mcp } from './messages.ts'
import { mcpConnectionsQuery } from './queries.ts'

const columns = (): readonly Column<McpConnection>[] => [
  { head: mcp.person, cell: ({ email }) => email, className: 'break-all' },
  { head: mcp.key, cell: ({ key }) => key || <Unsaid />, className: 'break-words' },
  { head: mcp.program, from: 'xl', cell: ({ client }) => client || <Unsaid />, className: 'break-words' },
  { head: mcp.firstUse, from: '2xl', cell: ({ first_used_at }) => <When at={first_used_at} /> },
  {
    head: mcp.lastUse,
    cell: ({ last_used_at }) => <When at={last_used_at} className="whitespace-nowrap" />,
  },
]

const Unsaid = () => <span className="text-muted">{mcp.unnamed}</span>

export function McpConnectionList({ hub }: { hub: string }) {
  const [page, setPage] = useState(1)
  const query = useQuery(mcpConnectionsQuery({ hub, ...usePageRange(page) }))
  return (
    <section aria-labelledby="mcp-users" className="flex flex-col gap-3">
      <h2 id="mcp-users" className="text-16 font-semibold">
        {mcp.usersTitle}
      </h2>
      <List
        query={query}
        filtered={false}
        onClear={() => setPage(1)}
        empty={
          <Empty icon={<Cable aria-hidden />} title={mcp.noUsers}>
            {mcp.noUsersText}
          </Empty>
        }
        page={page}
        onPage={setPage}
      >
        {({ items }) => (
          <DataTable
            label={mcp.users}
            items={items}
            keyOf={({ email, key, client }) => JSON.stringify([email, key, client])}
            columns={columns()}
            stale={query.isPlaceholderData}
          />
        )}
      </List>
    </section>
  )
}
