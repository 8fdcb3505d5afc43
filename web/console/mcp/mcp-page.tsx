import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PlugZap } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { CodeSample } from '../../ui/code-sample.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { messages } from '../messages.ts'
import { Page } from '../page.tsx'
import { meQuery } from '../queries.ts'
import { mcpClients } from './clients.ts'
import { endpointQuery } from './endpoint.ts'

const route = getRouteApi('/shell/mcp')
const { mcp } = messages

/** How people's own tools reach a Hub. */
export function McpPage() {
  const { data: me } = useSuspenseQuery(meQuery)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const slug = search.hub ?? me.hubs[0]?.slug
  if (slug === undefined)
    return (
      <Page title={mcp.title} lead={mcp.lead}>
        <Empty icon={<PlugZap aria-hidden />} title={messages.hubs.empty}>
          {messages.hubs.emptyText}
        </Empty>
      </Page>
    )
  return (
    <Page title={mcp.title} lead={mcp.lead}>
      <div className="flex max-w-3xl flex-col gap-5">
        {me.hubs.length > 1 && (
          <SelectField
            className="max-w-xs"
            label={messages.hubs.hub}
            value={slug}
            options={me.hubs.map(({ slug, name }) => ({ value: slug, label: name }))}
            onChange={(event) => void navigate({ search: { hub: event.currentTarget.value } })}
          />
        )}
        <Setup key={slug} slug={slug} />
      </div>
    </Page>
  )
}

function Setup({ slug }: { slug: string }) {
  const { data: url } = useQuery(endpointQuery(slug))
  if (url === undefined) return <Skeleton className="h-72 w-full rounded-l" />
  if (url === null)
    return (
      <Notice kind="attention" title={mcp.off}>
        {mcp.offText}
        <code className="mt-2 block font-mono text-13 text-text">MCP_SERVER=true</code>
      </Notice>
    )
  const clients = mcpClients(slug, url, mcp)
  return (
    <>
      <section aria-labelledby="mcp-key" className="flex flex-col gap-1">
        <h2 id="mcp-key" className="text-16 font-semibold">
          {mcp.keyTitle}
        </h2>
        <p className="text-muted">
          {mcp.keyText}{' '}
          <a href="/?settings=key" className="text-accent-text underline underline-offset-4">
            {mcp.keyLink}
          </a>
        </p>
      </section>
      <section aria-labelledby="mcp-clients" className="flex flex-col gap-2">
        <h2 id="mcp-clients" className="text-16 font-semibold">
          {mcp.clientsTitle}
        </h2>
        <Tabs.Root defaultValue={clients[0]!.id} className="flex flex-col gap-3">
          <Tabs.List
            aria-label={mcp.clientsTitle}
            className="flex gap-1 overflow-x-auto border-b border-line"
          >
            {clients.map(({ id, name }) => (
              <Tabs.Trigger
                key={id}
                value={id}
                className="-mb-px min-h-10 shrink-0 border-b-2 border-transparent px-3 font-medium text-muted -outline-offset-2 hover:text-text data-[state=active]:border-accent-text data-[state=active]:text-text"
              >
                {name}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          {clients.map(({ id, name, where, lines }) => (
            <Tabs.Content key={id} value={id} className="flex flex-col gap-2">
              <p className="text-13 text-muted">{where}</p>
              <CodeSample
                label={mcp.linesFor(name)}
                text={lines}
                copyLabel={messages.common.copy}
                copiedLabel={messages.common.copied}
              />
            </Tabs.Content>
          ))}
        </Tabs.Root>
      </section>
      <section aria-labelledby="mcp-address" className="flex flex-col gap-2">
        <h2 id="mcp-address" className="text-16 font-semibold">
          {mcp.addressTitle}
        </h2>
        <CodeSample
          label={mcp.addressTitle}
          text={url}
          copyLabel={messages.common.copy}
          copiedLabel={messages.common.copied}
        />
      </section>
    </>
  )
}
