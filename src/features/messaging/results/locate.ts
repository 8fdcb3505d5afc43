import type { Selectable, Transaction } from 'kysely'
import type { Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import type { ChannelName } from '#ground/hub/channels.ts'
import type { MessageTables } from '#ground/store/message-tables.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { Channel, LocatedMessage, NotLocated } from '../channel.ts'
import { addConversation } from './conversation.ts'
import { addressInTemporary } from './names.ts'

export interface LocateResultDeps {
  store: Pick<Store, 'transaction'>
  clock: Pick<Clock, 'now'>
  handleOf(channel: ChannelName, email: string): Promise<string | null>
}

type Whole = Selectable<MessageTables['outbox']>

/** @returns null on success. */
export async function locateResult(
  deps: LocateResultDeps,
  channel: Pick<Channel, 'locate' | 'write'>,
  whole: Whole,
  signal: AbortSignal,
): Promise<NotLocated | null> {
  const name = whole.channel as ChannelName
  const named = addressInTemporary(whole.conversation)!
  const to = named.includes('@') ? await deps.handleOf(name, named) : named
  if (to === null) return { outcome: 'failed', reason: `the roster has no handle of ${named} here` }
  const located = await channel.locate(to, signal)
  if (located.outcome !== 'found') return located
  await deps.store.transaction((tx) => move(tx, { ...deps, whole, name, located, channel }))
  return null
}

async function move(
  tx: Transaction<Tables>,
  {
    clock,
    whole,
    name,
    located: { conversation, handles },
    channel,
  }: Pick<LocateResultDeps, 'clock'> & {
    whole: Whole
    name: ChannelName
    located: LocatedMessage
    channel: Pick<Channel, 'write'>
  },
): Promise<void> {
  const { hub, id } = whole
  const kind = handles === null ? 'group' : 'private'
  await addConversation(tx, { hub, channel: name, id: conversation, kind })
  const [written] = await tx
    .deleteFrom('outbox_parts')
    .where('outbox_id', '=', id)
    .returning('plain')
    .execute()
  await tx
    .insertInto('outbox_parts')
    .values(
      channel.write(written!.plain).map(({ text, plain }, position) => ({
        outbox_id: id,
        position,
        id: newId(),
        text,
        plain,
        state: 'waiting',
        attempts: 0,
      })),
    )
    .execute()
  await tx
    .updateTable('outbox')
    .set({ conversation, handles: handles && JSON.stringify(handles), due_at_ms: clock.now(), reason: null })
    .where('id', '=', id)
    .execute()
}
