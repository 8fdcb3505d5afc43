import { systemClock, type Clock } from '#ground/base/clock.ts'
import { closeGracefully, listen } from '#ground/base/http-server.ts'
import { isConnected } from '#surfaces/inbound/names.ts'
import { refusedAddresses } from '#surfaces/inbound/self-check.ts'
import { createInbound } from '#surfaces/inbound/server.ts'
import { surfaceOf } from '#surfaces/inbound/surface-of.ts'
import { ownAddressOf, readSharedConfig } from './config/shared.ts'
import { openReceiving } from './receiving.ts'
import type { RoleContext, RunningServer } from './role.ts'

/** Time after the stop signal for deliveries that are being stored. */
const DRAIN_MS = 5_000

export async function startInbound(context: RoleContext, clock: Clock = systemClock): Promise<RunningServer> {
  const shared = readSharedConfig(context.environment, context.hubFolder)
  const { hubSlug } = shared

  await using parts = new AsyncDisposableStack()
  const { opened, events } = parts.use(await openReceiving(context, (name) => !isConnected(name), clock))
  const names = () => opened.flatMap((surfaces) => [...surfaces.names()])
  const server = createInbound({
    hubSlug,
    surfaceOf: (name) => surfaceOf(opened, name),
    own: ownAddressOf(shared),
    events,
  })
  parts.defer(() => closeGracefully(server, DRAIN_MS))
  const url = await listen(server, { ...shared.addresses.inbound, variable: 'SVC_INBOUND_PORT' })
  events.listening({ url, hub: hubSlug, surfaces: names() })
  const refused = await refusedAddresses(
    url,
    hubSlug,
    opened.flatMap((surfaces) => [...surfaces.probes()]),
  )
  for (const address of refused) events.addressRefused(address)
  const warnings = refused.map(({ path, reason }) => `${path} takes no delivery: ${reason}`)
  const running = parts.move()
  return { url, endpoints: names(), warnings, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
