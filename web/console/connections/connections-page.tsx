import { useQuery } from '@tanstack/react-query'
import { Cable } from 'lucide-react'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ListFailure } from '../kit/list.tsx'
import { connections as texts } from './messages.ts'
import { common } from '../kit/messages.ts'
import { PageFrame } from '../kit/page.tsx'
import { ConnectionRow } from './connection-row.tsx'
import { connectionsQuery } from './queries.ts'

export function ConnectionsPage() {
  const query = useQuery(connectionsQuery)
  const { data } = query
  return (
    <PageFrame count={data && String(data.items.length)} lead={texts.lead}>
      {data ? (
        <div className="flex max-w-3xl flex-col gap-4">
          {query.error && <ListFailure error={query.error} onRetry={() => void query.refetch()} />}
          {!data.journeys && data.items.length > 0 && <Notice kind="info">{texts.off}</Notice>}
          {data.items.length === 0 ? (
            <Empty icon={<Cable aria-hidden />} title={texts.empty}>
              {texts.emptyText}
            </Empty>
          ) : (
            <ul className="divide-y divide-line overflow-hidden rounded-l border border-line bg-raised">
              {data.items.map((connection) => (
                <li key={connection.provider}>
                  <ConnectionRow connection={connection} canConnect={data.journeys} />
                </li>
              ))}
            </ul>
          )}
        </div>
      ) : query.error ? (
        <ListFailure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div role="status" aria-label={common.loading} className="flex max-w-3xl flex-col gap-2">
          <Skeleton className="h-28 w-full rounded-l" />
          <Skeleton className="h-28 w-full rounded-l" />
        </div>
      )}
    </PageFrame>
  )
}
