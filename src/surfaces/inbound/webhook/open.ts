import type { Endpoint, Endpoints } from '#core/inbox/endpoints/open.ts'
import { openHubEndpoints } from '#core/inbox/endpoints/settings.ts'
import type { Inbox } from '#core/inbox/inbox.ts'
import { openInboxInThread } from '#core/inbox/thread.ts'
import type { InboundEvents } from '../log-events.ts'
import type { InboundContext, OpenSurfaces } from '../kind.ts'
import type { Surface } from '../surface.ts'
import { noEndpoint } from './no-endpoint.ts'
import { webhookSurface } from './surface.ts'
import { verification } from '#core/inbox/verification/verify.ts'

/** The endpoints of a Hub as surfaces, followed while its file of them changes. */
export async function openWebhooks({
  environment,
  hubFolder,
  clock,
  events,
}: InboundContext): Promise<OpenSurfaces> {
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
