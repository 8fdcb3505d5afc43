import { systemClock, type Clock } from '#ground/base/clock.ts'
import { closeGracefully, listen } from '#ground/base/http-server.ts'
import { createLog } from '#ground/base/log.ts'
import { inboundEvents, type InboundEvents } from '#surfaces/inbound/events.ts'
import { createInbound } from '#surfaces/inbound/server.ts'
import type { Surface } from '#surfaces/inbound/surface.ts'
import { noEndpoint } from '#surfaces/inbound/webhook/no-endpoint.ts'
import { webhookSurface } from '#surfaces/inbound/webhook/surface.ts'
import { verification } from '#surfaces/inbound/webhook/verify.ts'
import type { Endpoint, Endpoints } from '#core/inbox/endpoints/open.ts'
import type { Inbox } from '#core/inbox/inbox.ts'
import { openInboxInThread } from '#core/inbox/thread.ts'
import { readInboundConfig } from './config/inbound.ts'
import { ownAddressOf, readSharedConfig } from './config/shared.ts'
import { openHubEndpoints } from './endpoints.ts'
import type { RoleContext, RunningRole } from './role.ts'

/** How long deliveries that are being stored may go on once the receiver is told to stop. */
const DRAIN_MS = 5_000

/** Start the receiver of what other services send. A surface whose variables are not set is not there. */
export async function startInbound(
  { environment, hubFolder }: RoleContext,
  clock: Clock = systemClock,
): Promise<RunningRole> {
  const shared = readSharedConfig(environment, hubFolder)
  const config = readInboundConfig(environment)
  const events = inboundEvents(createLog('inbound', shared.logLevel))
  const { hubSlug } = shared

  await using parts = new AsyncDisposableStack()
  const webhooks = config.surfaces.includes('webhook')
    ? parts.use(await openWebhooks({ environment, hubFolder }, { clock, events }))
    : NO_WEBHOOKS
  const server = createInbound({ hubSlug, surfaceOf: webhooks.surfaceOf, own: ownAddressOf(shared), events })
  parts.defer(() => closeGracefully(server, DRAIN_MS))
  const url = await listen(server, { ...shared.addresses.inbound, variable: 'SVC_INBOUND_PORT' })
  events.listening({ url, hub: hubSlug, surfaces: webhooks.names() })
  const running = parts.move()
  return { url, endpoints: webhooks.names(), [Symbol.asyncDispose]: () => running.disposeAsync() }
}

interface Webhooks extends AsyncDisposable {
  /** Of the endpoints that are served. */
  names(): string[]
  surfaceOf(name: string): Surface | null
}

const NO_WEBHOOKS = { names: (): string[] => [], surfaceOf: () => null }

/** The endpoints of a Hub as surfaces, followed while its file of them changes. */
async function openWebhooks(
  { environment, hubFolder }: RoleContext,
  { clock, events }: { clock: Clock; events: InboundEvents },
): Promise<Webhooks> {
  await using parts = new AsyncDisposableStack()
  const endpoints = parts.use(
    await openHubEndpoints({ hubFolder, environment, log: events.endpointsProblem }),
  )
  const inbox = parts.use(inboxOnceNeeded({ hubFolder, endpoints, events }))
  const surfaces = new Map<string, Surface>()
  let unknown: Surface | null = null

  const follow = () => {
    const served = endpoints.current().filter(isServed)
    const [configured] = endpoints.current()
    if (served.length === 0)
      events.surfaceOff({ surface: configured.name, missing: configured.secretVariable })
    const deps = { clock, inbox, events }
    const verifications = served.map(({ mode, secret }) => verification(mode, secret))
    surfaces.clear()
    for (const [index, { name, maxBytes }] of served.entries())
      surfaces.set(name, webhookSurface({ ...deps, name, maxBytes, verification: verifications[index]! }))
    const maxBytes = Math.max(...served.map((endpoint) => endpoint.maxBytes))
    unknown = served.length > 0 ? noEndpoint({ ...deps, verifications, maxBytes }) : null
    if (served.length > 0) inbox.open()
  }
  follow()
  parts.defer(endpoints.onChange(follow))
  const opened = parts.move()
  return {
    names: () => [...surfaces.keys()],
    surfaceOf: (name) => surfaces.get(name) ?? unknown,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const isServed = (endpoint: Endpoint): endpoint is Endpoint & { secret: string } => endpoint.secret !== null

/** Without an endpoint that is served there is no need of a thread, nor of folders. */
function inboxOnceNeeded({
  hubFolder,
  endpoints,
  events,
}: {
  hubFolder: string
  endpoints: Pick<Endpoints, 'current'>
  events: InboundEvents
}): Inbox & { open(): void } {
  let inbox: Inbox | null = null
  const open = () => {
    const [first, ...others] = endpoints.current().map(({ name }) => name) as [string, ...string[]]
    return (inbox ??= openInboxInThread({ hubFolder, endpoints: [first, ...others], events }))
  }
  return {
    open: () => void open(),
    store: (endpoint, delivery) => open().store(endpoint, delivery),
    async [Symbol.asyncDispose]() {
      await inbox?.[Symbol.asyncDispose]()
    },
  }
}
