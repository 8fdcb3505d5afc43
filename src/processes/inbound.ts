import { systemClock, type Clock } from '#ground/base/clock.ts'
import { closeGracefully, listen } from '#ground/base/http-server.ts'
import { createLog } from '#ground/base/log.ts'
import { inboundEvents } from '#surfaces/inbound/log-events.ts'
import type { OpenSurfaces } from '#surfaces/inbound/kind.ts'
import { createInbound } from '#surfaces/inbound/server.ts'
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
  const events = inboundEvents(createLog('inbound', shared.logLevel))
  const { hubSlug } = shared

  await using parts = new AsyncDisposableStack()
  const opened: OpenSurfaces[] = []
  for (const kind of readInboundConfig(environment).surfaces)
    opened.push(parts.use(await kind.open({ environment, hubFolder, clock, events })))
  const surfaceOf = (name: string) => {
    for (const surfaces of opened) {
      const surface = surfaces.surfaceOf(name)
      if (surface) return surface
    }
    return null
  }
  const names = () => opened.flatMap((surfaces) => [...surfaces.names()])
  const server = createInbound({ hubSlug, surfaceOf, own: ownAddressOf(shared), events })
  parts.defer(() => closeGracefully(server, DRAIN_MS))
  const url = await listen(server, { ...shared.addresses.inbound, variable: 'SVC_INBOUND_PORT' })
  events.listening({ url, hub: hubSlug, surfaces: names() })
  const running = parts.move()
  return { url, endpoints: names(), [Symbol.asyncDispose]: () => running.disposeAsync() }
}
