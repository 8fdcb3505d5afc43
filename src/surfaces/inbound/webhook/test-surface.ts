import { eventFile } from '#core/inbox/event-file.ts'
import { refusedAt } from '#core/inbox/notices/notices.ts'
import { isWaiting, type TestWaits } from '#core/inbox/test-address/test-waits.ts'
import type { UnreadableBody, VerificationRefusal } from '#core/inbox/verification/refusal.ts'
import { answerEarly } from '../answer.ts'
import type { InboundSurface } from '../surface.ts'
import { webhookSurface, type WebhookSurfaceDeps } from './surface.ts'

const MAX_BYTES = 1024 * 1024

/**
 * Verifies a delivery as the endpoint does. Does not store the delivery in the inbox, but shows it to the person who
 * waits. Responds 404 if no person waits, so that the sender reports a test address that was left in its settings.
 */
export function testSurface(
  deps: Omit<WebhookSurfaceDeps, 'inbox' | 'notices'> & { waits: TestWaits },
): InboundSurface {
  const { endpoint, clock, waits } = deps
  const name = `${endpoint.name}/test`
  return {
    name,
    async handle(request, response, query) {
      const wait = await waits.read(endpoint.name)
      if (!isWaiting(wait, clock.now())) return answerEarly(request, response, 404, 'not found')
      let noted = Promise.resolve()
      const note = (refusal: VerificationRefusal | UnreadableBody) => {
        noted = noteRefusal(deps, refusal).catch((error: unknown) =>
          deps.events.storeFailed({ surface: name, error }),
        )
      }
      const surface = webhookSurface({
        ...deps,
        endpoint: { ...endpoint, maxBytes: Math.min(endpoint.maxBytes, MAX_BYTES) },
        logName: name,
        inbox: {
          async store(_, delivery) {
            const file = eventFile(endpoint.name, clock.now(), delivery).toString()
            await waits.write(endpoint.name, { ...wait, event: file })
            return { outcome: 'stored', event: 'test' }
          },
        },
        notices: { recordRefusal: (_, refusal) => note(refusal), recordOtherBody() {} },
        events: {
          ...deps.events,
          delivery(facts) {
            deps.events.delivery(facts)
            const { outcome } = facts
            if (outcome === 'too-large' || outcome === 'unsupported') note({ why: outcome })
          },
        },
      })
      await surface.handle(request, response, query)
      await noted
    },
  }
}

/** Reads the wait again, because a delivery may have arrived since, which must stay. */
async function noteRefusal(
  { endpoint, clock, waits }: Pick<WebhookSurfaceDeps, 'endpoint' | 'clock'> & { waits: TestWaits },
  refusal: VerificationRefusal | UnreadableBody,
): Promise<void> {
  const wait = await waits.read(endpoint.name)
  if (!isWaiting(wait, clock.now())) return
  await waits.write(endpoint.name, { ...wait, refusal: refusedAt(clock.now(), refusal) })
}
