import { eventFile } from '#core/inbox/event-file.ts'
import { refusedAt } from '#core/inbox/notices/notices.ts'
import { isWaiting, type TestWait, type TestWaits } from '#core/inbox/test-address/test-waits.ts'
import { answerEarly } from '../answer.ts'
import type { InboundSurface } from '../surface.ts'
import { webhookSurface, type WebhookSurfaceDeps } from './surface.ts'

const MAX_BYTES = 1024 * 1024

/**
 * Verifies a delivery as the endpoint does. Instead of storing it, shows it to the person who waits. Responds 404 unless
 * somebody waits, so that a forgotten test address in a sender's settings is noticed.
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
      let written = Promise.resolve()
      const write = (result: Partial<TestWait>) =>
        (written = waits.write(endpoint.name, { ...wait, ...result }))
      const surface = webhookSurface({
        ...deps,
        endpoint: { ...endpoint, maxBytes: Math.min(endpoint.maxBytes, MAX_BYTES) },
        logName: name,
        inbox: {
          async store(_, delivery) {
            const file = eventFile(endpoint.name, clock.now(), delivery).toString()
            await write({ event: file })
            return { outcome: 'stored', event: 'test' }
          },
        },
        notices: {
          recordRefusal: (_, refusal) => void write({ refusal: refusedAt(clock.now(), refusal) }),
          recordOtherBody() {},
        },
      })
      await surface.handle(request, response, query)
      await written
    },
  }
}
