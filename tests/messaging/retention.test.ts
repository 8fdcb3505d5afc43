import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { ensureFolders, layoutOf } from '#core/inbox/layout.ts'
import { folderInboxes } from '#core/inbox/folder-inboxes.ts'
import { storedEvents } from '#core/inbox/stored-events.ts'
import { createEventNames } from '#core/inbox/event-name.ts'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import { enqueue, settle } from '#features/messaging/outbox/outbox.ts'
import { sweepMessages } from '#features/messaging/retention.ts'
import { manualClock } from '../support/manual-clock.ts'
import { BACKENDS, openTestStore, type Backend } from '../support/stores.ts'

const DAY = 86_400_000

async function openMessagesToSweep(t: TestContext, backend: Backend) {
  const clock = manualClock()
  const store = await openTestStore(t, backend)
  const hubFolder = await mkdtemp(join(tmpdir(), 'hub-'))
  t.after(() => rm(hubFolder, { recursive: true }))
  const { chain, events } = layoutOf(hubFolder, 'chata')
  ensureFolders(...chain, events.processed)
  const names = createEventNames([])
  const write = async (id: string, state: string, hub = 'garden') => {
    const now = clock.now()
    const place = { hub, channel: 'chata', conversation: '+1' } as const
    const times = { written_at_ms: now, received_at_ms: now, due_at_ms: now, ended_at_ms: now }
    await store.transaction(async (tx) => {
      await tx
        .insertInto('messages')
        .values({
          ...place,
          ...times,
          id,
          key: id,
          arrival: id,
          handles: '["+1"]',
          text: 'Hello',
          media: '[]',
          is_addressed: 1,
          state,
          attempts: 0,
        })
        .execute()
      const texts = [{ text: 'Hi', plain: 'Hi' }]
      const sending = { ...place, replyTo: id, cause: 'answer', messageId: id, runId: null, texts } as const
      const outbox = await enqueue(tx, sending, now)
      if (state === 'sending') return
      await tx.updateTable('outbox_parts').set({ state: 'sent' }).where('outbox_id', '=', outbox).execute()
      await settle(tx, outbox, now)
    })
    await writeFileDurably(join(events.processed, names.next(now)), Buffer.from('{}'))
    clock.advance(1)
  }
  const sweep = (days = 30) =>
    sweepMessages(
      { store, hub: 'garden', inboxes: folderInboxes(hubFolder, clock), channels: ['chata'], clock, days },
      AbortSignal.timeout(60_000),
    )
  const left = async () => {
    const messages = await store.db.selectFrom('messages').select('id').orderBy('id').execute()
    const sent = await store.db.selectFrom('outbox').select('message_id').orderBy('message_id').execute()
    const parts = await store.db.selectFrom('outbox_parts').select('id').execute()
    const files = await storedEvents(hubFolder, 'chata', clock).count('processed')
    return {
      messages: messages.map(({ id }) => id),
      sent: sent.map(({ message_id }) => message_id),
      parts: parts.length,
      files,
    }
  }
  return { clock, write, sweep, left }
}

for (const backend of BACKENDS) {
  const { kind, skip } = backend

  test(
    `${kind}: old messages are deleted with their replies, and running and young ones stay [messaging.retention]`,
    { skip },
    async (t) => {
      const { clock, write, sweep, left } = await openMessagesToSweep(t, backend)
      for (let n = 0; n < 205; n++) await write(`old-${n}`, n % 2 === 0 ? 'sent' : 'failed')
      await write('open', 'sending')
      await write('elsewhere', 'sent', 'kitchen')
      clock.advance(31 * DAY)
      await write('young', 'sent')
      await sweep(0)
      assert.equal((await left()).messages.length, 208, 'kept for ever')
      await sweep()
      const kept = ['elsewhere', 'open', 'young']
      assert.deepEqual(await left(), { messages: kept, sent: kept, parts: 3, files: 1 })
      clock.advance(31 * DAY)
      await sweep()
      assert.deepEqual((await left()).messages, ['elsewhere', 'open'])
      assert.equal((await left()).files, 1, 'the newest delivery tells where the history goes on')
    },
  )
}
