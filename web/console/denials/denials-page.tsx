import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ShieldX } from 'lucide-react'
import { listDenials } from '#core/audit/contract.ts'
import { Empty } from '../../ui/empty.tsx'
import { DataTable } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { HubFilter, useHubName } from '../access/hubs.tsx'
import { call } from '../kit/api.ts'
import { ListPage, pageOf } from '../kit/list.tsx'
import { usePageTitle } from '../kit/page.tsx'
import { denials } from './messages.ts'

const route = getRouteApi('/shell/denials')

/** Uses of restricted tools that were denied. */
export function DenialsPage() {
  const { hub, page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const hubName = useHubName()
  const label = usePageTitle()
  const filter = { hub, ...pageOf(page) }
  const query = useQuery({
    queryKey: ['denials', filter],
    queryFn: ({ signal }) => call(listDenials, { query: filter, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <ListPage
      filters={<HubFilter value={hub} onChange={(hub) => void navigate({ search: { hub } })} />}
      query={query}
      filtered={hub !== undefined}
      empty={
        <Empty icon={<ShieldX aria-hidden />} title={denials.empty}>
          {denials.emptyText}
        </Empty>
      }
    >
      {({ items }) => (
        <DataTable
          label={label}
          stale={query.isPlaceholderData}
          items={items}
          keyOf={({ id }) => id}
          columns={[
            { head: denials.when, cell: ({ at }) => <When at={at} /> },
            { head: denials.tool, cell: ({ tool }) => tool },
            { head: denials.user, cell: ({ user }) => user ?? denials.nobody },
            { head: denials.hub, cell: (record) => hubName(record.hub) },
          ]}
        />
      )}
    </ListPage>
  )
}
