import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { setImmediate as immediate } from 'node:timers/promises'
import { openStore } from '#ground/store/store.ts'
import { testClock } from '../support/clock.ts'
import { clientOf } from './client.ts'
import { ask, finished, messagesOf, nextEvent, readEvents, restOf, turnForm, type AskedTurn } from './page.ts'
import { says, startRecordingAgent, type Script } from './recording-agent.ts'
import { SQLITE } from '../support/stores.ts'
import { startTestChatapp } from './started-chatapp.ts'

describe('a turn that goes wrong', () => {
  const cases: [string, Script, { state: string; content: string; error: object }][] = [
    [
      'refused before the first byte',
      (answer) =>
        answer.status(429, { error: { message: 'The budget is used up.', code: 'budget_exhausted' } }),
      {
        state: 'failed',
        content: '',
        error: { message: 'The budget is used up.', code: 'budget_exhausted' },
      },
    ],
    [
      'refused without words',
      (answer) => answer.status(503, '<html>'),
      {
        state: 'failed',
        content: '',
        error: { message: 'The agent answered with an error (503).', code: 'http_503' },
      },
    ],
    [
      'an error after some text',
      (answer) => {
        answer.text('half')
        answer.error('The model gave up.')
      },
      { state: 'failed', content: 'half', error: { message: 'The model gave up.', code: 'server_error' } },
    ],
    [
      'cut off in the middle of a chunk',
      (answer) => {
        answer.text('half')
        answer.breakMidChunk()
      },
      {
        state: 'interrupted',
        content: 'half',
        error: {
          message: 'The connection to the agent was lost before the answer was complete.',
          code: 'connection_lost',
        },
      },
    ],
    [
      'nonsense in the place of a completion',
      (answer) => answer.status(200, { hello: 'world' }),
      {
        state: 'failed',
        content: '',
        error: { message: 'The agent gave an answer that can’t be read.', code: 'bad_answer' },
      },
    ],
  ]
  for (const [what, script, expected] of cases)
    test(`${what} ends it with a message for the person, and the next answer works [chatapp.turn-failures]`, async (t) => {
      const chat = await startTestChatapp(t)
      const ann = await chat.signUp('Ann')
      chat.agent.script(script)
      const asked = await ask(ann)
      const { state, content, error } = await finished(ann, asked)
      assert.deepEqual({ state, content, error }, expected)
      const next = await ask(ann, { chat_id: asked.chatId, parent_id: asked.answerId })
      assert.equal((await finished(ann, next)).content, 'Hello there')
    })

  test('chunks that make no sense are skipped [chatapp.turn-failures]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    chat.agent.script((answer) => {
      answer.text('one ')
      answer.raw(
        'data: {"choices":[{"delta":\n\ndata: null\n\ndata: []\n\ndata: {"choices":[null]}\n\nevent: x\nid: 1\n\n',
      )
      answer.raw('data: {"choices":[{"delta":{"content":5}}],"svc":{"type":"tool","id":7}}\r\n\r\n')
      says('two')(answer)
    })
    const { state, content } = await finished(ann, await ask(ann))
    assert.deepEqual([state, content], ['done', 'one two'])
  })

  test('an agent that is down and comes back answers the next prompt [chatapp.turn-failures]', async (t) => {
    const first = await startRecordingAgent()
    const chat = await startTestChatapp(t, { agent: first })
    const ann = await chat.signUp('Ann')
    await finished(ann, await ask(ann))
    await first[Symbol.asyncDispose]()
    const failed = await ask(ann)
    const { state, error } = await finished(ann, failed)
    assert.deepEqual([state, error.code], ['failed', 'agent_unreachable'])
    const again = await startRecordingAgent({ port: Number(new URL(first.url).port) })
    t.after(() => again[Symbol.asyncDispose]())
    const next = await ask(ann, { chat_id: failed.chatId, parent_id: failed.answerId })
    assert.equal((await finished(ann, next)).content, 'Hello there')
  })

  test('turns that a crash left running are interrupted at the next start, not those of another server [chatapp.turn-restart]', async (t) => {
    // SQLite has a single process, so recovery need not wait until a lease expires.
    const chat = await startTestChatapp(t, { location: await SQLITE.locate(t) })
    const ann = await chat.signUp('Ann')
    const [ours, theirs] = [await ask(ann), await ask(ann)]
    for (const asked of [ours, theirs]) await finished(ann, asked)
    await chat.stop()
    const store = await openStore(chat.location)
    const folder = (await readFile(join(chat.folder, 'instance'), 'utf8')).trim()
    const crash = async ({ chatId, answerId }: AskedTurn, instance: string, dataFolder: string) => {
      const row = { id: instance, name: instance, version: '1', folder: dataFolder }
      await store.db
        .insertInto('machines')
        .values({ ...row, started_at_ms: 1, heard_at_ms: Date.now() })
        .execute()
      await store.db
        .insertInto('turn_leases')
        .values({
          chat_id: chatId,
          answer_id: answerId,
          machine_id: instance,
          epoch: 1,
          until_ms: Date.now() + 9000,
        })
        .execute()
      await store.db
        .updateTable('chatapp_messages')
        .set({ state: 'running', content: 'half', extra: JSON.stringify({ reasoning: 'hm' }) })
        .where('id', '=', answerId)
        .execute()
    }
    await crash(ours, 'ours', folder)
    await crash(theirs, 'theirs', 'another folder')
    await store[Symbol.asyncDispose]()

    const again = await startTestChatapp(t, {
      folder: chat.folder,
      location: chat.location,
      agent: await newAgent(t),
    })
    const annAgain = clientOf(again.url, ann.token)
    const left = (await messagesOf(annAgain, ours.chatId))[ours.answerId]
    assert.deepEqual(
      [left.state, left.content, left.reasoning, left.error.code],
      ['interrupted', 'half', 'hm', 'restarted'],
    )
    assert.equal((await messagesOf(annAgain, theirs.chatId))[theirs.answerId].state, 'running')
    const refused = await annAgain.post('/api/chat/completions', turnForm({ chat_id: theirs.chatId }))
    assert.equal(refused.status, 409)
  })

  test('a stopping server completes a running turn and refuses new ones [chatapp.turn-drain]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const go = Promise.withResolvers<void>()
    chat.agent.script(async (answer) => {
      answer.text('one ')
      await go.promise
      says('two')(answer)
    })
    const asked = await ask(ann)
    const events = readEvents(ann, asked.chatId)
    await nextEvent(events, 'snapshot')
    const stopped = chat.stop()
    go.resolve()
    const end = (await restOf(events)).at(-1)!
    assert.deepEqual(
      [end.event, end.data.message.state, end.data.message.content],
      ['end', 'done', 'one two'],
    )
    await stopped
    await assert.rejects(ann.get('/health'))
  })

  test('a turn that does not end within the grace is interrupted and saved [chatapp.turn-drain]', async (t) => {
    const clock = testClock()
    const chat = await startTestChatapp(t, { clock })
    const ann = await chat.signUp('Ann')
    chat.agent.script((answer) => answer.text('half'))
    const asked = await ask(ann)
    const events = readEvents(ann, asked.chatId)
    const { data } = await nextEvent(events, 'snapshot')
    if (data.message.content === '') await nextEvent(events, 'delta')
    const stopped = chat.stop()
    await clock.sleeper(10_000)
    clock.advance(10_000)
    const { message } = (await restOf(events)).at(-1)!.data
    assert.deepEqual(
      [message.state, message.content, message.error.code],
      ['interrupted', 'half', 'restarted'],
    )
    await stopped
  })

  test('a reader that reads nothing is disconnected and delays no other [chatapp.slow-reader]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const go = Promise.withResolvers<void>()
    const piece = 'x'.repeat(64 * 1024)
    chat.agent.script(async (answer) => {
      await go.promise
      for (let n = 0; n < 200; n++) {
        answer.text(piece)
        await immediate()
      }
      answer.done()
    })
    const form = turnForm()
    const { chat_id: chatId } = (await ann.post('/api/chat/completions', form)).json
    const { hostname, port } = new URL(chat.url)
    const slow = connect(Number(port), hostname)
    slow.on('error', () => {})
    slow.write(
      `GET /api/v1/chats/${chatId}/events HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${ann.token}\r\n\r\n`,
    )
    await once(slow, 'data')
    slow.pause()
    const closed = once(slow, 'close')
    const quick = readEvents(ann, chatId)
    await nextEvent(quick, 'snapshot')
    go.resolve()
    const events = await restOf(quick)
    assert.equal(events.at(-1)!.data.message.content.length, 200 * piece.length)
    slow.resume()
    await closed
    assert.ok(
      slow.bytesRead < 8 * 1024 * 1024,
      `${slow.bytesRead} bytes were sent to a reader that did not read`,
    )
  })
})

async function newAgent(t: TestContext) {
  const agent = await startRecordingAgent()
  t.after(() => agent[Symbol.asyncDispose]())
  return agent
}
