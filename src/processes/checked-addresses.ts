import { folderTestWaits } from '#core/inbox/test-address/folder.ts'
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
import { createInbound, HEALTH_PATH } from '#surfaces/inbound/server.ts'
import { surfaceOf } from '#surfaces/inbound/surface-of.ts'
import { ownAddressOf, readSharedConfig } from './config/shared.ts'
import type { RoleContext } from './role.ts'

export interface CheckedAddresses {
  paths: readonly string[]
  refused: readonly RefusedAddress[]
  unchecked: readonly string[]
  /** Addresses that the running webhook receiver refuses; null if no receiver runs. */
  refusedByRunning: readonly RefusedAddress[] | null
}

export async function checkedAddresses(
  { environment, hubFolder }: RoleContext,
  running?: string | null,
): Promise<CheckedAddresses> {
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
    waits: folderTestWaits(hubFolder),
  }
  const kinds = SURFACE_NAMES.filter((name) => !isConnected(name)).map((name) => SURFACE_KINDS[name])
  await using parts = new AsyncDisposableStack()
  const opened: OpenSurfaces[] = []
  for (const kind of kinds)
    if (kind.lack({ environment, hubFolder }) === null) opened.push(parts.use(await kind.open(context)))
  const probesAt = (origin?: string) => opened.flatMap((surfaces) => [...surfaces.probes(origin)])
  const probes = probesAt()
  const server = createInbound({
    hubSlug: shared.hubSlug,
    surfaceOf: (name) => surfaceOf(opened, name),
    own: ownAddressOf(shared),
    events: context.events,
  })
  parts.defer(() => closeGracefully(server, 0))
  const url = await listen(server, { host: '127.0.0.1', port: 0, variable: 'SVC_INBOUND_PORT' })
  const { host, port } = shared.addresses.inbound
  const receiver = running ?? `http://${host}:${port}`
  const checked = new Set(probes.map(({ name }) => name))
  return {
    paths: [...checked].map((name) => endpointPath(shared.hubSlug, name)),
    refused: await refusedAddresses(url, shared.hubSlug, probes),
    unchecked: opened.flatMap((surfaces) => surfaces.names()).filter((name) => !checked.has(name)),
    refusedByRunning: (await isReceiver(receiver))
      ? await refusedAddresses(receiver, shared.hubSlug, probesAt(new URL(receiver).origin))
      : null,
  }
}

const HEALTH_TIMEOUT_MS = 2_000

const isReceiver = (url: string): Promise<boolean> =>
  fetch(new URL(HEALTH_PATH, url), { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) }).then(
    async (answer) => answer.status === 200 && (await answer.text()) === 'ok',
    () => false,
  )

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
