import { folderInboxes } from '#core/inbox/folder-inboxes.ts'
import { configuredEndpoint } from '#core/inbox/endpoints/settings.ts'
import type { Inboxes } from '#core/inbox/inbox.ts'
import { folderNotices } from '#core/inbox/notices/folder.ts'
import { openNotices, type NoticesKeeper } from '#core/inbox/notices/notices.ts'
import type { Clock } from '#ground/base/clock.ts'
import { createLog } from '#ground/base/log.ts'
import { inboundEvents, type InboundEvents } from '#surfaces/inbound/log-events.ts'
import { inboxOnceNeeded, type SharedInbox } from '#surfaces/inbound/inbox-once-needed.ts'
import type { OpenSurfaces } from '#surfaces/inbound/kind.ts'
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
  const { inbox, inboxes, keeper } = parts.use(await open(context, { shared, clock, events }))
  const notices = parts.use(openNotices({ keeper, clock }))
  const opened: OpenSurfaces[] = []
  for (const [name, kind] of readInboundConfig(environment).surfaces)
    if (isOurs(name))
      opened.push(
        parts.use(
          await kind.open({
            environment,
            hubFolder,
            hubSlug: shared.hubSlug,
            publicAddress: shared,
            clock,
            inbox,
            inboxes,
            events,
            notices,
          }),
        ),
      )
  const receiving = parts.move()
  return { opened, events, [Symbol.asyncDispose]: () => receiving.disposeAsync() }
}

interface OpenInbox extends AsyncDisposable {
  inbox: SharedInbox
  inboxes: Pick<Inboxes, 'of'>
  keeper: NoticesKeeper
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
  return { inbox, inboxes, keeper, [Symbol.asyncDispose]: () => inbox[Symbol.asyncDispose]() }
}

/** Imported on demand: an inbox in a folder needs no database code. */
async function openInStore(context: RoleContext, opening: Opening): Promise<OpenInbox> {
  const { openReceivingStore } = await import('./cluster/receiving.ts')
  return openReceivingStore(context, opening)
}
