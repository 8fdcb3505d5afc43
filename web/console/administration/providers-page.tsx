import { useQuery } from '@tanstack/react-query'
import type { WaysIn } from '#features/administration/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable } from '../../ui/table.tsx'
import { ListFailure, ListSkeleton } from '../kit/list.tsx'
import { PageFrame } from '../kit/page.tsx'
import { IdentityProviders } from './identity-providers.tsx'
import { providers } from './messages.ts'
import { providersQuery, waysInQuery } from './queries.ts'

export function ProvidersPage() {
  const { data, error, refetch } = useQuery(waysInQuery)
  const setup = useQuery(providersQuery)
  return (
    <PageFrame>
      {data ? (
        <>
          <IdentityProviders ways={data} setup={setup.data} />
          <ConnectionProviders ways={data} />
        </>
      ) : error ? (
        <ListFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton rows={4} />
      )}
    </PageFrame>
  )
}

function ConnectionProviders({ ways: { connection_providers: all } }: { ways: WaysIn }) {
  return (
    <section aria-labelledby="connection-providers" className="flex flex-col gap-3">
      <header className="flex flex-wrap items-end justify-between gap-2">
        <div>
          <h2 id="connection-providers" className="text-16 font-semibold">
            {providers.connections}
          </h2>
          <p className="max-w-prose text-13 text-muted">{providers.connectionsText}</p>
        </div>
        <a
          href="/?settings=integrations"
          className="text-13 font-medium text-accent-text underline-offset-4 hover:underline"
        >
          {providers.editConnections}
        </a>
      </header>
      {all.length === 0 ? (
        <p className="text-13 text-muted">{providers.noConnections}</p>
      ) : (
        <DataTable
          label={providers.connections}
          items={all}
          keyOf={({ id }) => id}
          columns={[
            { head: providers.name, className: 'font-medium', cell: ({ name }) => name },
            {
              head: providers.address,
              from: 'xl',
              className: 'max-w-80 truncate text-muted',
              cell: ({ url }) => url,
            },
            {
              head: providers.state,
              cell: ({ enabled, problem }) =>
                problem ? (
                  <Badge tone="danger">{providers.problem(problem)}</Badge>
                ) : (
                  <Badge tone={enabled ? 'ok' : 'neutral'}>{enabled ? providers.on : providers.off}</Badge>
                ),
            },
            {
              head: providers.connected,
              number: true,
              className: 'text-muted',
              cell: ({ connections }) => connections,
            },
          ]}
        />
      )}
    </section>
  )
}
