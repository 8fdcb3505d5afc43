import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleSlash } from 'lucide-react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'
import { ListFailure } from '../kit/list.tsx'
import { audit } from '../audit/messages.ts'
import { overview } from './messages.ts'
import { denialsQuery } from './queries.ts'

export function Denials({ hub }: { hub: string | undefined }) {
  const query = useQuery(denialsQuery(hub))
  return (
    <section aria-labelledby="denials" className="flex min-w-0 flex-col gap-2">
      <header className="flex items-baseline justify-between">
        <h2 id="denials" className="font-semibold">
          {overview.denials}
        </h2>
        <Link
          to="/audit"
          search={{ outcome: 'denied', ...(hub ? { hub } : {}) }}
          className="text-13 text-accent-text underline-offset-4 hover:underline"
        >
          {overview.all}
        </Link>
      </header>
      <div className="overflow-hidden rounded-l border border-line bg-raised">
        {!query.data && query.error && (
          <ListFailure error={query.error} onRetry={() => void query.refetch()} />
        )}
        {!query.data && !query.error && <Skeleton className="m-3 h-24" />}
        {query.data?.items.length === 0 && <p className="p-4 text-13 text-muted">{overview.noDenials}</p>}
        <ul>
          {query.data?.items.map((record) => (
            <li key={record.id} className="border-b border-line last:border-b-0">
              <Link
                to="/audit"
                search={{
                  outcome: 'denied',
                  tool: record.tool,
                  hub: record.hub,
                  ...(record.user ? { user: record.user } : {}),
                }}
                className="flex min-h-11 items-center gap-2.5 px-3 py-1.5 -outline-offset-2 hover:bg-hover"
              >
                <CircleSlash aria-hidden className="size-4 shrink-0 text-danger" />
                <span className="min-w-0 flex-1 leading-tight">
                  <span className="block truncate">{record.tool}</span>
                  <span dir="auto" className="block truncate text-12 text-faint">
                    {record.user ?? audit.nobody}
                  </span>
                </span>
                <When at={record.at} className="text-12 whitespace-nowrap text-faint" />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
