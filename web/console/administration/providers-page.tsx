import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { WaysIn } from '#features/administration/schema.ts'
import { listed } from '../../ui/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable } from '../../ui/table.tsx'
import { ListFailure, ListSkeleton } from '../kit/list.tsx'
import { PageFrame } from '../kit/page.tsx'
import { providers } from './messages.ts'
import { waysInQuery } from './queries.ts'

export function ProvidersPage() {
  const { data, error, refetch } = useQuery(waysInQuery)
  return (
    <PageFrame>
      {data ? (
        <>
          <IdentityProviders ways={data} />
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

function IdentityProviders({ ways: { passwords, providers: all } }: { ways: WaysIn }) {
  return (
    <section aria-labelledby="identity-providers" className="flex flex-col gap-3">
      <header>
        <h2 id="identity-providers" className="text-16 font-semibold">
          {providers.signIn}
        </h2>
        <p className="max-w-prose text-13 text-muted">{providers.signInText}</p>
      </header>
      {all.length === 0 && <p className="text-13 text-muted">{providers.noSignIn}</p>}
      {all.map((provider) => (
        <Card key={provider.id} title={provider.name} variable={provider.variable}>
          <Fact label={providers.issuer} value={provider.issuer} />
          <Fact label={providers.clientId} value={provider.client_id} />
          <Fact label={providers.secret} value={provider.has_secret ? providers.isSet : providers.isNotSet} />
          <Fact label={providers.scope} value={provider.scope} />
          <Fact label={providers.makesAccounts} value={madeAccounts(provider.sign_up)} />
          <Fact label={providers.links} value={provider.link ? providers.yes : providers.no} />
          <Fact label={providers.domains} value={listed(provider.allowed_domains) || providers.allDomains} />
          {provider.role_claim && <Fact label={providers.roleClaim} value={provider.role_claim} />}
          {provider.groups_claim && <Fact label={providers.groupsClaim} value={provider.groups_claim} />}
        </Card>
      ))}
      {passwords && (
        <Card title={providers.passwords} variable={passwords.variable}>
          <Fact label={providers.state} value={passwords.on ? providers.on : providers.off} />
        </Card>
      )}
    </section>
  )
}

const madeAccounts = (signUp: boolean | null): string => {
  if (signUp === null) return providers.asSignUp
  return signUp ? providers.yes : providers.no
}

const Card = (props: { title: string; variable: string; children: ReactNode }) => (
  <article className="rounded-l border border-line bg-raised p-4">
    <header className="mb-3 flex flex-wrap items-center gap-2">
      <h3 className="text-14 font-semibold">{props.title}</h3>
      <Badge>
        {providers.variable} <code className="font-mono">{props.variable}</code>
      </Badge>
    </header>
    <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">{props.children}</dl>
  </article>
)

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div className="min-w-0">
    <dt className="text-12 text-faint">{label}</dt>
    <dd className="text-14 break-words">{value}</dd>
  </div>
)

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
          {providers.edit}
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
