import { configuredEndpoint } from '#core/inbox/endpoints/settings.ts'
import type { Clock } from '#ground/base/clock.ts'
import { createLog } from '#ground/base/log.ts'
import { inboundEvents, type InboundEvents } from '#surfaces/inbound/log-events.ts'
import { inboxOnceNeeded } from '#surfaces/inbound/inbox-once-needed.ts'
import type { OpenSurfaces } from '#surfaces/inbound/kind.ts'
import { readInboundConfig } from './config/inbound.ts'
import { readSharedConfig } from './config/shared.ts'
import type { RoleContext } from './role.ts'

/** The surfaces of a process that receives, over one journal. */
export interface Receiving extends AsyncDisposable {
  readonly opened: readonly OpenSurfaces[]
  readonly events: InboundEvents
}

/** @param isOurs Whether a surface that was asked for is this process's to open. */
export async function openReceiving(
  { environment, hubFolder }: RoleContext,
  isOurs: (surface: string) => boolean,
  clock: Clock,
): Promise<Receiving> {
  const events = inboundEvents(createLog('inbound', readSharedConfig(environment, hubFolder).logLevel))
  const oldEndpoint = configuredEndpoint(environment).name
  await using parts = new AsyncDisposableStack()
  const inbox = parts.use(inboxOnceNeeded({ hubFolder, oldEndpoint, events }))
  const opened: OpenSurfaces[] = []
  for (const [name, kind] of readInboundConfig(environment).surfaces)
    if (isOurs(name))
      opened.push(parts.use(await kind.open({ environment, hubFolder, clock, inbox, events })))
  const receiving = parts.move()
  return { opened, events, [Symbol.asyncDispose]: () => receiving.disposeAsync() }
}
