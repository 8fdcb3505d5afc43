import { folderInboxes } from '#core/inbox/folder-inboxes.ts'
import { systemClock } from '#ground/base/clock.ts'
import { closeGracefully, listen } from '#ground/base/http-server.ts'
import { endpointPath } from '#ground/hub/endpoint-path.ts'
import { silentLog } from '#ground/base/log.ts'
import type { OpenSurfaces } from '#surfaces/inbound/kind.ts'
import { SURFACE_KINDS } from '#surfaces/inbound/kinds.ts'
import { inboundEvents } from '#surfaces/inbound/log-events.ts'
import { isConnected, SURFACE_NAMES } from '#surfaces/inbound/names.ts'
import { refusedAddresses, type RefusedAddress } from '#surfaces/inbound/self-check.ts'
import { createInbound } from '#surfaces/inbound/server.ts'
import { surfaceOf } from '#surfaces/inbound/surface-of.ts'
import { ownAddressOf, readSharedConfig } from './config/shared.ts'
import type { RoleContext } from './role.ts'

export interface CheckedAddresses {
  /** Paths of the addresses that the configuration makes, each once. */
  paths: readonly string[]
  refused: readonly RefusedAddress[]
}

/**
 * Check that each address of a Hub accepts its own secret: all configured surfaces together, behind the receiver's own
 * server, on a free port of this machine and without an inbox. Works whether the Hub runs or not.
 *
 * @throws BadConfiguration
 */
export async function checkedAddresses({ environment, hubFolder }: RoleContext): Promise<CheckedAddresses> {
  const shared = readSharedConfig(environment, hubFolder)
  const context = {
    environment,
    hubFolder,
    hubSlug: shared.hubSlug,
    publicAddress: shared,
    clock: systemClock,
    inbox: NO_INBOX,
    inboxes: folderInboxes(hubFolder, systemClock),
    events: inboundEvents(silentLog()),
    notices: NO_NOTICES,
  }
  const kinds = SURFACE_NAMES.filter((name) => !isConnected(name)).map((name) => SURFACE_KINDS[name])
  await using parts = new AsyncDisposableStack()
  const opened: OpenSurfaces[] = []
  for (const kind of kinds)
    if (kind.lack({ environment, hubFolder }) === null) opened.push(parts.use(await kind.open(context)))
  const probes = opened.flatMap((surfaces) => [...surfaces.probes()])
  const server = createInbound({
    hubSlug: shared.hubSlug,
    surfaceOf: (name) => surfaceOf(opened, name),
    own: ownAddressOf(shared),
    events: context.events,
  })
  parts.defer(() => closeGracefully(server, 0))
  const url = await listen(server, { host: '127.0.0.1', port: 0, variable: 'SVC_INBOUND_PORT' })
  return {
    paths: [...new Set(probes.map(({ name }) => endpointPath(shared.hubSlug, name)))],
    refused: await refusedAddresses(url, shared.hubSlug, probes),
  }
}

const NO_NOTICES = {
  recordRefusal: () => {},
  recordOtherBody: () => {},
  [Symbol.asyncDispose]: async () => {},
}

const NO_INBOX = {
  open: () => {},
  store: () => Promise.reject(new Error('the self-check stores nothing')),
  [Symbol.asyncDispose]: async () => {},
}
