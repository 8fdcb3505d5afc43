import { systemClock, type Clock } from '#base/clock.ts'
import { closeGracefully, listen } from '#base/http-server.ts'
import { createLog } from '#base/log.ts'
import { inboundEvents } from '#inbound/events.ts'
import { createInbound } from '#inbound/server.ts'
import type { Surface } from '#inbound/surface.ts'
import { webhookSurface } from '#inbound/webhook/surface.ts'
import { verification } from '#inbound/webhook/verify.ts'
import { openInboxInThread } from '#inbox/thread.ts'
import { readInboundConfig } from './config/inbound.ts'
import { ownAddressOf, readSharedConfig } from './config/shared.ts'
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
  const hubSlug = shared.hubSlug

  await using parts = new AsyncDisposableStack()
  const surfaces: Surface[] = []
  if (config.surfaces.includes('webhook'))
    if (config.webhook.secret === null)
      events.surfaceOff({ surface: 'webhook', missing: 'WEBHOOK_INBOUND_SECRET' })
    else {
      const { name, mode, secret, maxBytes } = config.webhook
      const inbox = parts.use(openInboxInThread({ hubFolder, name, events }))
      surfaces.push(
        webhookSurface({ name, verification: verification(mode, secret), maxBytes, inbox, clock, events }),
      )
    }
  const server = createInbound({ hubSlug, surfaces, own: ownAddressOf(shared), events })
  parts.defer(() => closeGracefully(server, DRAIN_MS))
  const url = await listen(server, { ...shared.addresses.inbound, variable: 'SVC_INBOUND_PORT' })
  events.listening({ url, hub: hubSlug, surfaces: surfaces.map(({ name }) => name) })
  const running = parts.move()
  return { url, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
