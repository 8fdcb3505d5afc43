import type { IncomingMessage } from 'node:http'
import { isServed, type ServedEndpoint } from '#core/inbox/endpoints/open.ts'
import { openHubEndpoints } from '#core/inbox/endpoints/settings.ts'
import { signedRequest } from '#core/inbox/endpoints/sign.ts'
import type { InboundContext, OpenSurfaces, Probe } from '../kind.ts'
import { requestUrls } from '../request-urls.ts'
import { createProbe } from '../self-check.ts'
import { endpointPath } from '#ground/hub/endpoint-path.ts'
import type { InboundSurface } from '../surface.ts'
import { verificationFor, webhookSurface } from './surface.ts'
import { testSurface } from './test-surface.ts'
import { NO_ENDPOINT, type Notices } from '#core/inbox/notices/notices.ts'
import type { VerificationRefusal } from '#core/inbox/verification/refusal.ts'
import { answerEarly } from '../answer.ts'
import type { InboundEvents } from '../log-events.ts'
import { verifyInboundRequest, type VerifyDeps } from '../verify-request.ts'

export async function openWebhooks({
  environment,
  hubFolder,
  hubSlug,
  publicAddress,
  clock,
  inbox,
  events,
  notices,
  waits,
}: InboundContext): Promise<OpenSurfaces> {
  await using parts = new AsyncDisposableStack()
  const endpoints = parts.use(
    await openHubEndpoints({ hubFolder, environment, log: events.endpointsProblem }),
  )
  const surfaces = new Map<string, InboundSurface>()
  let unknown: InboundSurface | null = null

  const follow = () => {
    const served = endpoints.current().filter(isServed)
    const [configured] = endpoints.current()
    if (served.length === 0)
      events.surfaceOff({ surface: configured.name, missing: configured.secretVariable })
    const urlsOf = (request: IncomingMessage) => requestUrls(publicAddress, request)
    const deps = { clock, urlsOf, inbox, events, notices }
    surfaces.clear()
    for (const endpoint of served)
      surfaces.set(endpoint.name, {
        ...webhookSurface({ ...deps, endpoint }),
        test: testSurface({ ...deps, endpoint, waits }),
      })
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
    probes: (receiverOrigin = publicAddress.publicUrl) => {
      const origin = publicAddress.publicUrlIsSet ? publicAddress.publicUrl : receiverOrigin
      const about = { hubSlug, origin, nowMs: clock.now() }
      return endpoints
        .current()
        .filter(isServed)
        .flatMap((endpoint) => probeOf(endpoint, about) ?? [])
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Null if the receiver cannot sign a probe, because only the sender has the signing key. */
function probeOf(
  endpoint: ServedEndpoint,
  { hubSlug, origin, nowMs }: { hubSlug: string; origin: string; nowMs: number },
): Probe | null {
  const url = origin + endpointPath(hubSlug, endpoint.name)
  const signed = signedRequest(endpoint, { id: 'self-check', body: '', contentType: '', url, nowMs })
  return signed && { ...createProbe(endpoint.name, signed.headers), body: signed.body }
}

interface NoEndpointDeps extends VerifyDeps {
  events: Pick<InboundEvents, 'unknownEndpoint'>
  notices: Pick<Notices, 'recordRefusal'>
}

/** An unknown endpoint gets the same response as a wrong secret, so that unverified senders cannot find endpoints. */
const noEndpoint = (deps: NoEndpointDeps): InboundSurface => ({
  name: '',
  async handle(request, response, query) {
    const onRefusal = (refusal: VerificationRefusal) => deps.notices.recordRefusal(NO_ENDPOINT, refusal)
    const judged = await verifyInboundRequest({ ...deps, onRefusal }, request, query)
    if (judged === 'broken-off') return
    if (judged === 'forbidden') return answerEarly(request, response, 403, 'forbidden')
    deps.events.unknownEndpoint()
    return answerEarly(request, response, 404, 'not found')
  },
})
