import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PlugZap } from 'lucide-react'
import { useState } from 'react'
import type { NewKey } from '#chatapp/accounts/keys/schema.ts'
import { Empty } from '../../ui/empty.tsx'
import { SignInList } from '../../ui/keys/sign-ins.tsx'
import { useKeys } from '../../ui/keys/use-keys.ts'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { call, errorText } from '../kit/api.ts'
import { ListFailure } from '../kit/list.tsx'
import { mcp } from './messages.ts'
import { PageFrame } from '../kit/page.tsx'
import { ClientTabs } from './client-tabs.tsx'
import { mcpClients, type McpClient } from './clients.ts'
import { McpConnectionList } from './connections.tsx'
import { KeyStep } from './key-step.tsx'
import { mcpHubsQuery, type McpHub } from './queries.ts'

const route = getRouteApi('/shell/mcp')

export function McpPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(mcpHubsQuery)
  const { known } = useKeys(call)
  const hubs = known.isPending ? undefined : query.data
  const hub = hubs?.find(({ slug }) => slug === search.hub) ?? hubs?.[0]
  return (
    <PageFrame lead={mcp.lead}>
      {hubs ? (
        hub ? (
          <div className="flex max-w-3xl flex-col gap-6">
            {hubs.length > 1 && (
              <SelectField
                className="max-w-xs"
                label={mcp.hub}
                value={hub.slug}
                options={hubs.map(({ slug, name }) => ({ value: slug, label: name }))}
                onChange={(event) => void navigate({ search: { hub: event.currentTarget.value } })}
              />
            )}
            <HubSetup key={hub.slug} hub={hub} hubs={hubs} />
          </div>
        ) : (
          <Empty icon={<PlugZap aria-hidden />} title={mcp.noHub}>
            {mcp.noHubText}
          </Empty>
        )
      ) : query.error ? (
        <ListFailure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton className="h-72 w-full max-w-3xl rounded-l" />
      )}
    </PageFrame>
  )
}

function HubSetup({ hub, hubs }: { hub: McpHub; hubs: readonly McpHub[] }) {
  const [made, setMade] = useState<NewKey | null>(null)
  const [client, setClient] = useState(0)
  if (!hub.mcp)
    return (
      <Notice kind="attention" title={mcp.off}>
        {hub.isManaged ? mcp.offText : mcp.offForYou}
        {hub.isManaged && <code className="mt-2 block font-mono text-13 text-text">MCP_SERVER=true</code>}
      </Notice>
    )
  const clients = mcpClients({ slug: hub.slug, ...hub.mcp, key: made?.api_key ?? null }, mcp)
  const chosen = clients[client] ?? clients[0]!
  const nameOf = (slug: string) => hubs.find((other) => other.slug === slug)?.name ?? slug
  return (
    <>
      <KeyStep {...{ hub, hubs, made }} program={chosen.hasKey ? chosen.name : ''} onMade={setMade} />
      <ClientTabs clients={clients} chosen={chosen} onChoose={(id) => setClient(indexOf(clients, id))} />
      <SignInList call={call} hub={hub.slug} hubName={nameOf} level={2} errorText={errorText} />
      {hub.isManaged && <McpConnectionList hub={hub.slug} />}
    </>
  )
}

const indexOf = (clients: readonly McpClient[], wanted: string): number =>
  clients.findIndex(({ id }) => id === wanted)
