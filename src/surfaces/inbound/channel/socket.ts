import { caughtUpOn } from '#features/messaging/receive/history-cursor.ts'
import type { SocketReceiving } from '#features/messaging/channel.ts'
import { findLastDelivery } from '#features/messaging/receive/last-delivery.ts'
import type { ChannelName } from '#ground/hub/channels.ts'
import type { InboundContext, OpenSurfaces } from '../kind.ts'

export async function openChannelSocket(
  name: ChannelName,
  { connect }: SocketReceiving,
  { environment, hubFolder, clock, inbox, inboxes, events }: InboundContext,
): Promise<OpenSurfaces> {
  inbox.open([name])
  const connection = await connect({
    environment,
    clock,
    async store({ id, body }) {
      const stored = await inbox.store(name, { id, query: [], contentType: 'application/json', body })
      if (stored.outcome === 'in-progress') throw new Error('the same delivery is being stored')
    },
    caughtUp: caughtUpOn(hubFolder, name),
    readLastReceived: () => findLastDelivery(inboxes.of(name)),
    report: (state) => events.channelState({ surface: name, ...state }),
  })
  return {
    names: () => [],
    surfaceOf: () => null,
    probes: () => [],
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  }
}
