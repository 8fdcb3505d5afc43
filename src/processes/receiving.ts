import { folderInboxes } from '#core/inbox/folder-inboxes.ts'
import { configuredEndpoint } from '#core/inbox/endpoints/settings.ts'
import type { Inboxes } from '#core/inbox/inbox.ts'
import { folderNotices } from '#core/inbox/notices/folder.ts'
import { openNotices, type NoticesKeeper } from '#core/inbox/notices/notices.ts'
import { folderTestWaits } from '#core/inbox/test-address/folder.ts'
import type { TestWaits } from '#core/inbox/test-address/test-waits.ts'
import type { Clock } from '#ground/base/clock.ts'
import { createLog } from '#ground/base/log.ts'
import { inboundEvents, type InboundEvents } from '#surfaces/inbound/log-events.ts'
import { inboxOnceNeeded, type SharedInbox } from '#surfaces/inbound/inbox-once-needed.ts'
import { openFollowed } from '#surfaces/inbound/channel/followed.ts'
import { isChannelOption } from '#surfaces/inbound/names.ts'
import type { InboundContext, OpenSurfaces } from '#surfaces/inbound/kind.ts'
import { readBridgeConfig } from './config/bridge.ts'
import { readInboundConfig } from './config/inbound.ts'
import { readSharedConfig, type SharedConfig } from './config/shared.ts'
import { refuseHalfMoved } from './unfinished-move.ts'
import type { RoleContext } from './role.ts'

export interface Receiving extends AsyncDisposable {
  readonly opened: readonly OpenSurfaces[]
  readonly events: InboundEvents
}

export async function openReceiving(
  context: RoleContext,
  isOurs: (surface: string) => boolean,
  clock: Clock,
): Promise<Receiving> {
  const { environment, hubFolder } = context
  const shared = readSharedConfig(environment, hubFolder)
  const events = inboundEvents(createLog('inbound', shared.logLevel))
  await using parts = new AsyncDisposableStack()
  const open = shared.inbox === 'store' ? openInStore : openInFolder
  const { inbox, inboxes, keeper, waits } = parts.use(await open(context, { shared, clock, events }))
  const notices = parts.use(openNotices({ keeper, clock }))
  const inbound: InboundContext = {
    environment,
    hubFolder,
    hubSlug: shared.hubSlug,
    publicAddress: shared,
    clock,
    inbox,
    inboxes,
    events,
    notices,
    waits,
  }
  const surfaces = readInboundConfig(environment).surfaces.filter(([name]) => isOurs(name))
  const channels =
    readBridgeConfig(environment).consoleSetup && surfaces.some(([name]) => isChannelOption(name))
      ? parts.use(await openSharedChannels(context, shared))
      : null
  const opened: OpenSurfaces[] = []
  for (const [name, kind] of surfaces)
    opened.push(
      parts.use(
        channels && isChannelOption(name)
          ? await openFollowed(kind, inbound, { name, channels })
          : await kind.open(inbound),
      ),
    )
  const receiving = parts.move()
  return { opened, events, [Symbol.asyncDispose]: () => receiving.disposeAsync() }
}

interface OpenInbox extends AsyncDisposable {
  inbox: SharedInbox
  inboxes: Pick<Inboxes, 'of'>
  keeper: NoticesKeeper
  waits: TestWaits
}

interface Opening {
  shared: SharedConfig
  clock: Clock
  events: InboundEvents
}

async function openInFolder(
  { environment, hubFolder }: RoleContext,
  { shared, clock, events }: Opening,
): Promise<OpenInbox> {
  refuseHalfMoved(shared)
  const oldEndpoint = configuredEndpoint(environment).name
  const inbox = inboxOnceNeeded({ hubFolder, oldEndpoint, events })
  const inboxes = folderInboxes(hubFolder, clock)
  const keeper = folderNotices(hubFolder)
  const waits = folderTestWaits(hubFolder)
  return { inbox, inboxes, keeper, waits, [Symbol.asyncDispose]: () => inbox[Symbol.asyncDispose]() }
}

/** Imported on demand: without set-up in the Console, an inbox in a folder needs no database code. */
async function openSharedChannels(context: RoleContext, shared: SharedConfig) {
  const { openReceivingChannels } = await import('./receiving-channels.ts')
  return openReceivingChannels(context, shared)
}

/** Imported on demand: an inbox in a folder needs no database code. */
async function openInStore(context: RoleContext, opening: Opening): Promise<OpenInbox> {
  const { openReceivingStore } = await import('./cluster/receiving.ts')
  return openReceivingStore(context, opening)
}
