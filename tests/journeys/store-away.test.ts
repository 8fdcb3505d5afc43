import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStore } from '#ground/store/store.ts'
import { clientOf } from '../chatapp/client.ts'
import { ask, messagesOf, nextEvent, readEvents, restOf } from '../chatapp/page.ts'
import { signUpAt } from '../chatapp/started-chatapp.ts'
import { postgresPrograms, startOwnPostgres } from '../support/postgres.ts'
import { runHub } from '../support/running-hub.ts'
import { until } from '../support/until.ts'

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'

test(
  'an answer and its usage that end while the database is stopped outlive a kill of every process [chatapp.turn-kept] [usage.not-lost]',
  { skip },
  async () => {
    const server = await startOwnPostgres()
    await using hub = await runHub({ processes: 'split', environment: { SVC_DATABASE_URL: server.url } })
    const ann = await signUpAt(hub.url, 'Ann')
    const content = '/say half\n/wait 6000\n/say and whole'
    const asked = await ask(ann, { model: 'garden-team', user_message: { content } })
    const events = readEvents(ann, asked.chatId)
    const { data } = await nextEvent(events, 'snapshot')
    if (data.message.content === '') await nextEvent(events, 'delta')
    await server.stop()
    const { message } = (await restOf(events)).at(-1)!.data
    assert.match(message.content, /^half/)
    assert.equal(message.done, true)
    // Names with a leading dot are incomplete files.
    const waiting = async (folder: string) =>
      (await readdir(join(hub.folder, '.svc', folder)).catch(() => [])).filter(
        (name) => !name.startsWith('.'),
      )
    await until(async () => (await waiting('usage')).length === 1)
    await until(async () => (await waiting('chatapp/unsaved')).length === 1)

    for (const { pid } of hub.children()) process.kill(pid, 'SIGKILL')
    await server.start()
    const again = clientOf(hub.url, ann.token)
    await until(async () => (await again.get('/ready').catch(() => null))?.status === 200)
    const shown = (await messagesOf(again, asked.chatId))[asked.answerId]
    assert.deepEqual(shown, { ...message, childrenIds: [] })
    await until(async () => (await waiting('usage')).length === 0)
    assert.deepEqual(await waiting('chatapp/unsaved'), [])
    await using store = await openStore({ kind: 'postgres', url: server.url })
    const turns = await store.db.selectFrom('usage_turns').select('chat_id').execute()
    assert.deepEqual(turns, [{ chat_id: asked.chatId }])
  },
)
