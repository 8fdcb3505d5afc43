import { isServed, type ServedEndpoint } from '#core/inbox/endpoints/open.ts'
import { openHubEndpoints } from '#core/inbox/endpoints/settings.ts'
import { signedHeaders } from '#core/inbox/endpoints/sign.ts'
import type { InboundContext, OpenSurfaces, Probe } from '../kind.ts'
import { provenPut } from '../self-check.ts'
import type { Surface } from '../surface.ts'
import { noEndpoint } from './no-endpoint.ts'
import { verificationFor, webhookSurface } from './surface.ts'

/** The endpoints of a Hub as surfaces, followed while its file of them changes. */
export async function openWebhooks({
  environment,
  hubFolder,
  clock,
  inbox,
  events,
  notices,
}: InboundContext): Promise<OpenSurfaces> {
  await using parts = new AsyncDisposableStack()
  const endpoints = parts.use(
    await openHubEndpoints({ hubFolder, environment, log: events.endpointsProblem }),
  )
  const surfaces = new Map<string, Surface>()
  let unknown: Surface | null = null

  const follow = () => {
    const served = endpoints.current().filter(isServed)
    const [configured] = endpoints.current()
    if (served.length === 0)
      events.surfaceOff({ surface: configured.name, missing: configured.secretVariable })
    const deps = { clock, inbox, events, notices }
    surfaces.clear()
    for (const endpoint of served) surfaces.set(endpoint.name, webhookSurface({ ...deps, endpoint }))
    const verifications = served.map(verificationFor)
    const maxBytes = Math.max(...served.map((endpoint) => endpoint.maxBytes))
    unknown = served.length > 0 ? noEndpoint({ ...deps, verifications, maxBytes }) : null
    inbox.open(served.map(({ name }) => name))
  }
  follow()
  parts.defer(endpoints.onChange(follow))
  const opened = parts.move()
  return {
    names: () => [...surfaces.keys()],
    surfaceOf: (name) => surfaces.get(name) ?? null,
    unknown: () => unknown,
    probes: () =>
      endpoints
        .current()
        .filter(isServed)
        .map((endpoint) => probeOf(endpoint, clock.now())),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const probeOf = (endpoint: ServedEndpoint, nowMs: number): Probe =>
  provenPut(endpoint.name, signedHeaders(endpoint, { id: 'self-check', body: '', nowMs }))
