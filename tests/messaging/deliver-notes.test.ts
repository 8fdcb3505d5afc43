import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apply } from '#features/messaging/receive/apply.ts'
import { readChannelMessage, type ChannelMessage } from '#features/messaging/message.ts'
import { enqueue, settle } from '#features/messaging/outbox/outbox.ts'
import { resultsBefore } from '#features/messaging/results/sent-results.ts'
import { openStore, type Store } from '#ground/store/store.ts'
import { BACKENDS } from '../support/stores.ts'

const PLACE = { hub: 'garden', channel: 'chata' } as const

const sendResult = (store: Store, conversation: string, text: string, now: number, providerId: string) =>
  store.transaction(async (tx) => {
    const id = await enqueue(
      tx,
      {
        ...PLACE,
        conversation,
        replyTo: null,
        cause: 'result',
        messageId: null,
        runId: 'r',
        texts: [{ text: `*${text}*`, plain: text }],
      },
      now,
    )
    await tx
      .updateTable('outbox_parts')
      .set({ state: 'sent', provider_id: providerId })
      .where('outbox_id', '=', id)
      .execute()
    await settle(tx, id, now)
  })

async function receive(
  store: Store,
  conversation: string,
  id: string,
  { now, chat = 0, replyTo = null }: { now: number; chat?: number; replyTo?: string | null },
): Promise<ChannelMessage> {
  await store.transaction((tx) =>
    apply(
      tx,
      { ...PLACE, arrival: id, now },
      {
        kind: 'message',
        id,
        conversation: { id: conversation, kind: 'private', name: null },
        sender: { handles: ['1'], name: null },
        at: now,
        text: id,
        media: [],
        replyTo,
        isAddressed: true,
      },
    ),
  )
  await store.db.updateTable('messages').set({ chat, state: 'sent' }).where('key', '=', id).execute()
  return readChannelMessage(
    await store.db.selectFrom('messages').selectAll().where('key', '=', id).executeTakeFirstOrThrow(),
  )
}

for (const { kind, skip, locate } of BACKENDS)
  test(
    `${kind}: a person who writes in a chat with results learns the newest result, and the one they reply to [deliver.context]`,
    { skip },
    async (t) => {
      await using store = await openStore(await locate(t))
      const reported = async (message: ChannelMessage, chat = 0) =>
        (await resultsBefore({ store }, message, chat)).map(({ text }) => text)
      await sendResult(store, '1', 'old', 10, 'p-old')
      assert.deepEqual(await reported(await receive(store, '1', 'm1', { now: 20 })), ['old'])
      await sendResult(store, '1', 'new', 30, 'p-new')
      await sendResult(store, '2', 'of others', 31, 'p-others')
      const anew = await receive(store, '1', 'm2', { now: 40, chat: 1 })
      assert.deepEqual(await reported(anew, 1), ['new'])
      assert.deepEqual(await reported({ ...anew, replyTo: 'p-old' }, 1), ['old', 'new'])
      const thread = await receive(store, '1/thread', 'm3', { now: 50, replyTo: 'p-new' })
      assert.deepEqual(await reported(thread), ['new'])
      assert.deepEqual(await reported({ ...thread, replyTo: null }), [])
    },
  )
