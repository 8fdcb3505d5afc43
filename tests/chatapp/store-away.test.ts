import assert from 'node:assert/strict'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, type TestContext } from 'node:test'
import { openStore } from '#ground/store/store.ts'
import { postgresPrograms, startOwnPostgres } from '../support/postgres.ts'
import { SQLITE } from '../support/stores.ts'
import { clientOf, type Client } from './client.ts'
import { ask, finished, messagesOf, nextEvent, readEvents, restOf, type AskedTurn } from './page.ts'
import { startRecordingAgent, says, type RecordingAgent } from './recording-agent.ts'
import { signUpAt, startTestChatapp, temporaryFolder, type StartedChatapp } from './started-chatapp.ts'
import { spawnChatapp } from './support/spawned-chatapp.ts'
import { until } from '../support/until.ts'

function answersLater(agent: RecordingAgent) {
  const { promise, resolve: go } = Promise.withResolvers<void>()
  agent.script(async (answer) => {
    answer.text('half ')
    await promise
    says('and whole')(answer)
  })
  return go
}

async function endWhileAway(ann: Client, agent: RecordingAgent, takeAway: () => Promise<void> | void) {
  const go = answersLater(agent)
  const asked = await ask(ann)
  const events = readEvents(ann, asked.chatId)
  const { data } = await nextEvent(events, 'snapshot')
  if (data.message.content === '') await nextEvent(events, 'delta')
  await takeAway()
  go()
  const { message } = (await restOf(events)).at(-1)!.data
  return { asked, message }
}

const isWhole = ({ state, content, usage }: { state: string; content: string; usage?: object }) =>
  state === 'done' && content === 'half and whole' && usage !== undefined

const unsavedIn = (folder: string): Promise<string[]> =>
  readdir(join(folder, 'unsaved')).catch(() => [] as string[])

async function storedAnswer(chat: Pick<StartedChatapp, 'store'>, { answerId }: AskedTurn) {
  const row = await chat.store.db
    .selectFrom('chatapp_messages')
    .select(['state', 'content', 'extra'])
    .where('id', '=', answerId)
    .executeTakeFirstOrThrow()
  return { ...row, usage: JSON.parse(row.extra).usage as object | undefined }
}

function lock(chat: Pick<StartedChatapp, 'location'>): Disposable & { release(): void } {
  assert.ok(chat.location.kind === 'sqlite')
  const other = new DatabaseSync(chat.location.path)
  other.exec('begin exclusive')
  return {
    release: () => other.exec('rollback'),
    [Symbol.dispose]: () => other.close(),
  }
}

describe('an answer that ends while a SQLite file is locked', () => {
  test('is reported as ended, runs nowhere, and is saved when the lock is released [chatapp.turn-kept]', async (t) => {
    const chat = await startTestChatapp(t, { location: await SQLITE.locate(t) })
    const ann = await chat.signUp('Ann')
    let locked!: ReturnType<typeof lock>
    const { asked, message } = await endWhileAway(ann, chat.agent, () => void (locked = lock(chat)))
    using _ = locked
    assert.ok(isWhole(message), JSON.stringify(message))

    const shown = (await messagesOf(ann, asked.chatId))[asked.answerId]
    assert.deepEqual(shown, { ...message, childrenIds: [] })
    assert.deepEqual((await ann.get(`/api/tasks/chat/${asked.chatId}`)).json, { task_ids: [] })
    assert.equal((await ann.get('/api/v1/chats/')).json[0].active, false)
    assert.deepEqual(await restOf(readEvents(ann, asked.chatId)), [{ event: 'idle', data: {} }])
    const stopped = await ann.post(`/api/tasks/chat/${asked.chatId}/stop`)
    assert.deepEqual(stopped.json, { status: true, message: 'Nothing was running.' })
    const [name, ...others] = await unsavedIn(chat.folder)
    assert.equal(others.length, 0)
    assert.equal((await stat(join(chat.folder, 'unsaved', name!))).mode & 0o777, 0o600)
    assert.equal((await stat(join(chat.folder, 'unsaved'))).mode & 0o777, 0o700)
    assert.equal((await storedAnswer(chat, asked)).state, 'running')

    locked.release()
    await until(async () => (await unsavedIn(chat.folder)).length === 0)
    assert.ok(isWhole(await storedAnswer(chat, asked)))
  })

  test('reaches the agent with the next message of its chat [chatapp.turn-kept]', async (t) => {
    const chat = await startTestChatapp(t, { location: await SQLITE.locate(t) })
    const ann = await chat.signUp('Ann')
    let locked!: ReturnType<typeof lock>
    const { asked } = await endWhileAway(ann, chat.agent, () => void (locked = lock(chat)))
    using _ = locked
    locked.release()
    const next = await ask(ann, { chat_id: asked.chatId, parent_id: asked.answerId })
    const { parentId } = (await messagesOf(ann, asked.chatId))[next.promptId]
    assert.equal(parentId, asked.answerId)
    await finished(ann, next)
    assert.deepEqual(
      chat.agent.completions.at(-1)!.body.messages.map(({ content }) => content),
      ['hello', 'half and whole', 'hello'],
    )
  })

  test('does not come back when its chat is deleted [chatapp.turn-kept]', async (t) => {
    const chat = await startTestChatapp(t, { location: await SQLITE.locate(t) })
    const ann = await chat.signUp('Ann')
    let locked!: ReturnType<typeof lock>
    const { asked } = await endWhileAway(ann, chat.agent, () => void (locked = lock(chat)))
    using _ = locked
    locked.release()
    assert.equal((await ann.delete(`/api/v1/chats/${asked.chatId}`)).json, true)
    await until(async () => (await unsavedIn(chat.folder)).length === 0)
    assert.deepEqual((await ann.get('/api/v1/chats/')).json, [])
    assert.deepEqual(await chat.store.db.selectFrom('chatapp_messages').selectAll().execute(), [])
  })

  test('is saved once, for any state in its place when the web chat starts [chatapp.turn-kept]', async (t) => {
    const first = await startTestChatapp(t, { location: await SQLITE.locate(t) })
    const ann = await first.signUp('Ann')
    const asked = await ask(ann)
    const before = await finished(ann, asked)
    const kept = join(first.folder, 'unsaved')
    let locked!: ReturnType<typeof lock>
    const other = await endWhileAway(ann, first.agent, () => void (locked = lock(first)))
    using _ = locked
    const [name] = await unsavedIn(first.folder)
    const file = JSON.parse(await readFile(join(kept, name!), 'utf8'))
    locked.release()
    await first.stop()

    const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}.json`
    const write = (n: number, content: unknown) =>
      writeFile(join(kept, id(n)), typeof content === 'string' ? content : JSON.stringify(content))
    await write(1, { ...file, chat_id: asked.chatId, message: { ...file.message, id: asked.answerId } })
    await write(2, { ...file, chat_id: 'gone' })
    await write(3, JSON.stringify(file).slice(0, 80))
    await write(4, { ...file, version: 2 })
    await writeFile(join(kept, 'notes.txt'), 'mine')

    const again = await startTestChatapp(t, {
      folder: first.folder,
      location: first.location,
      agent: first.agent,
    })
    const messages = await messagesOf(clientOf(again.url, ann.token), asked.chatId)
    assert.deepEqual(messages[asked.answerId], before)
    assert.ok(isWhole(await storedAnswer(again, other.asked)))
    assert.deepEqual((await unsavedIn(first.folder)).toSorted(), [id(3), id(4), 'notes.txt'])
  })
})

describe(
  'an answer that ends while Postgres is stopped',
  { skip: postgresPrograms ? false : 'no Postgres' },
  () => {
    test('is reported as ended and saved when the server is available again [chatapp.turn-kept]', async (t) => {
      const server = await startOwnPostgres()
      const chat = await startTestChatapp(t, { location: { kind: 'postgres', url: server.url } })
      const ann = await chat.signUp('Ann')
      const { asked, message } = await endWhileAway(ann, chat.agent, () => server.stop())
      assert.ok(isWhole(message), JSON.stringify(message))
      assert.equal((await unsavedIn(chat.folder)).length, 1)
      assert.equal((await ann.get(`/api/v1/chats/${asked.chatId}`)).status, 503)
      await server.start()
      const shown = (await messagesOf(ann, asked.chatId))[asked.answerId]
      assert.ok(isWhole(shown), JSON.stringify(shown))
      await until(async () => (await unsavedIn(chat.folder)).length === 0)
      assert.ok(isWhole(await storedAnswer(chat, asked)))
    })

    test('is saved by the next start when the process is killed before [chatapp.turn-kept]', async (t) => {
      const server = await startOwnPostgres()
      const folder = await temporaryFolder(t)
      const location = { kind: 'postgres' as const, url: server.url }
      const agent = await startTestAgent(t)
      const first = await spawnChatapp(t, { folder, location, agent: agent.url })
      const ann = await signUpAt(first.url, 'Ann')
      const { asked, message } = await endWhileAway(ann, agent, () => server.stop())
      assert.ok(isWhole(message), JSON.stringify(message))
      await first.kill()
      await server.start()
      const store = await openStore(location)
      const stored = () => storedAnswer({ store }, asked)
      assert.equal((await stored()).state, 'running')

      const again = await spawnChatapp(t, { folder, location, agent: agent.url })
      const messages = await messagesOf(clientOf(again.url, ann.token), asked.chatId)
      assert.ok(isWhole(messages[asked.answerId]))
      assert.ok(isWhole(await stored()))
      assert.deepEqual(await unsavedIn(folder), [])
      await store[Symbol.asyncDispose]()
    })
  },
)

async function startTestAgent(t: TestContext): Promise<RecordingAgent> {
  const agent = await startRecordingAgent()
  t.after(() => agent[Symbol.asyncDispose]())
  return agent
}
