import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testClock } from '../support/clock.ts'
import { ask, finished, messagesOf, nextEvent, readEvents, restOf, signalled, turnForm } from './page.ts'
import { says } from './recording-agent.ts'
import { startTestChatapp } from './started-chatapp.ts'

const tool = (fields: object) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: null }], svc: { type: 'tool', ...fields } })}\n\n`

describe('a turn', () => {
  test('streams reasoning, tools and text to its reader and ends saved [chatapp.turn]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const go = signalled()
    chat.agent.script(async (answer) => {
      await go.promise
      answer.reasoning('Let me see. ')
      answer.raw(tool({ id: 't1', name: 'search_files', state: 'running', title: 'Searching' }))
      answer.raw(tool({ id: 't1', name: 'search_files', state: 'done', title: 'Searched files', ms: 400 }))
      answer.text('Plant ')
      answer.text('beans 🌱')
      answer.raw(tool({ id: 't2', name: 'order', state: 'running', title: 'Ordering' }))
      answer.raw(tool({ id: 't2', name: 'order', state: 'done', title: 'Ordered' }))
      answer.finish('stop')
      answer.usage({ input: 7, output: 3 })
      answer.done()
    })
    const asked = await ask(ann, {
      user_message: { content: 'What grows\nin  May in a garden that faces north and is rather small?' },
    })
    const events = readEvents(ann, asked.chatId)
    const first = await nextEvent(events, 'snapshot')
    assert.deepEqual(
      [first.data.message.id, first.data.message.state, first.data.message.done, first.data.message.content],
      [asked.answerId, 'running', false, ''],
    )
    const running = (await ann.get('/api/v1/chats/list')).json[0]
    assert.deepEqual([running.active, running.model], [true, 'garden'])
    assert.equal(running.title, 'What grows in May in a garden that faces north and is rather')
    go.resolve()
    const rest = await restOf(events)
    const pieces = rest.filter(({ event }) => event === 'delta').map(({ data }) => data)
    assert.equal(pieces.map((piece) => piece.content ?? '').join(''), 'Plant beans 🌱')
    assert.equal(pieces.map((piece) => piece.reasoning ?? '').join(''), 'Let me see. ')
    assert.ok(pieces.every((piece) => piece.message_id === asked.answerId))
    assert.deepEqual(
      rest.filter(({ event }) => event === 'tool').map(({ data }) => [data.tool.state, data.tool.at]),
      [
        ['running', undefined],
        ['done', undefined],
        ['running', 14],
        ['done', 14],
      ],
    )
    const end = rest.at(-1)!
    assert.equal(end.event, 'end')
    const stored = (await messagesOf(ann, asked.chatId))[asked.answerId]
    assert.deepEqual(end.data.message, stored)
    assert.deepEqual(
      [stored.state, stored.done, stored.content, stored.reasoning],
      ['done', true, 'Plant beans 🌱', 'Let me see. '],
    )
    assert.deepEqual(stored.tools, [
      { id: 't1', name: 'search_files', title: 'Searched files', state: 'done', ms: 400, reasoning_at: 12 },
      { id: 't2', name: 'order', title: 'Ordered', state: 'done', at: 14, reasoning_at: 12 },
    ])
    assert.equal(stored.usage.total_tokens, 10)
    assert.equal('machine' in stored, false)
    assert.equal((await ann.get('/api/v1/chats/list')).json[0].active, false)
  })

  test('shows and stores the parts of a tool call for its line and cards, and omits the rest [chatapp.turn]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const artifact = { id: 'a1', title: 'Plan', preview: 'html', version: 2 }
    const connect = { provider: 'mail', name: 'Mail', journey: 'j1' }
    const sent = { id: 't1', name: 'publish', title: 'Published', state: 'done', ms: 4, artifact }
    const failed = { id: 't2', name: 'send', title: 'Sending failed', state: 'failed', error: 'No.', connect }
    const go = signalled()
    chat.agent.script(async (answer) => {
      await go.promise
      answer.raw(tool({ ...sent, later: true, artifact: { ...artifact, later: true } }))
      answer.raw(tool({ ...failed, connect: { ...connect, later: true } }))
      answer.raw(
        tool({
          id: 't3',
          name: 'odd',
          title: 'Odd',
          state: 'done',
          ms: '4',
          error: 4,
          artifact: { id: 1 },
          connect: [],
        }),
      )
      answer.raw(tool({ id: 't4', state: 'done', artifact: { id: 'a2', title: 'Other', version: 1 } }))
      for (const lost of [
        { state: 'done' },
        { id: 't5' },
        { id: 't6', state: 'paused' },
        { id: 7, state: 'done' },
      ])
        answer.raw(tool({ name: 'lost', title: 'Lost', ...lost }))
      for (const type of ['text', 'finish', 'client-calls', 'timing', null])
        answer.raw(tool({ type, text: 'lost', id: 't8', state: 'done' }))
      says('ok')(answer)
    })
    const asked = await ask(ann)
    const events = readEvents(ann, asked.chatId)
    await nextEvent(events, 'snapshot')
    go.resolve()
    const shown = (await restOf(events)).filter(({ event }) => event === 'tool').map(({ data }) => data)
    const { tools, content } = (await messagesOf(ann, asked.chatId))[asked.answerId]
    assert.deepEqual(tools, [
      { ...sent, reasoning_at: 0 },
      { ...failed, reasoning_at: 0 },
      { id: 't3', name: 'odd', title: 'Odd', state: 'done', reasoning_at: 0 },
      {
        id: 't4',
        name: 'tool',
        title: '',
        state: 'done',
        artifact: { id: 'a2', title: 'Other', preview: 'none', version: 1 },
        reasoning_at: 0,
      },
    ])
    assert.deepEqual(
      shown,
      tools.map((tool: object) => ({ message_id: asked.answerId, tool })),
    )
    assert.equal(content, 'ok')
  })

  test('is asked in the person’s name for this chat and message [chatapp.turn]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann Lee')
    const asked = await ask(ann)
    await finished(ann, asked)
    const { headers, body } = chat.agent.completions[0]!
    assert.deepEqual([headers['x-svc-chat-id'], headers['x-svc-message-id']], [asked.chatId, asked.answerId])
    assert.deepEqual(
      [headers['x-chatapp-user-name'], headers['x-chatapp-user-email']],
      ['Ann Lee', 'ann.lee@example.com'],
    )
    assert.deepEqual([body.model, body.stream, body.chat_id], ['garden', true, asked.chatId])
    assert.deepEqual(body.messages, [{ role: 'user', content: 'hello' }])
    assert.equal(headers['x-svc-task'], undefined)
  })

  test('the agent gets the browser’s time zone, and no invalid name [chatapp.time-zone]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann Lee')
    const zones = ['Pacific/Auckland', 'Mars/Base', 'Europe/Berlin\r\nX-Evil: 1', 7, undefined]
    for (const time_zone of zones) await finished(ann, await ask(ann, { time_zone }))
    assert.deepEqual(
      chat.agent.completions.map(({ headers }) => headers['x-svc-time-zone']),
      ['Pacific/Auckland', undefined, undefined, undefined, undefined],
    )
  })

  test('the person’s chosen zone precedes the browser’s, and a program’s zone precedes both [chatapp.own-time-zone]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann Lee')
    const path = '/api/v1/auths/time-zone'
    const reported = () => chat.agent.completions.at(-1)!.headers['x-svc-time-zone']
    const program = async (more: object, headers: Record<string, string> = {}) => {
      const body = { model: 'garden', messages: [{ role: 'user', content: 'hello' }], ...more }
      return await ann.post('/api/chat/completions', body, headers)
    }
    await ann.post('/api/v1/auths/instructions', { text: 'Be brief.', is_on: true })
    assert.deepEqual((await ann.get(path)).json, { time_zone: null })
    assert.equal((await ann.post(path, { time_zone: 'Asia/Tokyo' })).status, 200)
    assert.deepEqual((await ann.get(path)).json, { time_zone: 'Asia/Tokyo' })
    assert.equal((await ann.get('/api/v1/auths/instructions')).json.text, 'Be brief.', 'other settings stay')

    await finished(ann, await ask(ann, { time_zone: 'Europe/Berlin' }))
    assert.equal(reported(), 'Asia/Tokyo')
    await program({})
    assert.equal(reported(), undefined, 'the agent itself finds the zone of the account')
    await program({ metadata: { time_zone: 'America/Lima' } }, { 'x-svc-time-zone': 'Europe/Berlin' })
    assert.equal(reported(), 'America/Lima')
    for (const more of [{}, { metadata: null }, { metadata: { time_zone: null } }]) {
      await program({ metadata: { time_zone: 'America/Lima' } })
      await program(more, { 'x-svc-time-zone': 'Europe/Berlin' })
      assert.equal(reported(), 'Europe/Berlin')
    }
    for (const time_zone of ['Mars/Base', 7]) {
      const refused = await program({ metadata: { time_zone } })
      assert.deepEqual([refused.status, refused.json.code], [400, 'invalid_time_zone'])
      const { param, message } = refused.json.error
      assert.equal(param, 'metadata.time_zone')
      assert.match(
        message,
        /^metadata\.time_zone is not a time zone; expected a name such as Europe\/Berlin\.$/,
      )
      assert.equal(refused.json.detail, message)
    }
    for (const [time_zone, status] of [
      ['Mars/Base', 400],
      ['', 400],
      [7, 422],
    ] as const)
      assert.equal((await ann.post(path, { time_zone })).status, status)

    await ann.post(path, { time_zone: null })
    assert.deepEqual((await ann.get(path)).json, { time_zone: null })
    await finished(ann, await ask(ann, { time_zone: 'Europe/Berlin' }))
    assert.equal(reported(), 'Europe/Berlin')
  })

  test('prompt and answer are stored before the agent is asked [chatapp.turn]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const stored: string[] = []
    chat.agent.script(async (answer) => {
      const rows = await chat.store.db
        .selectFrom('chatapp_messages')
        .select(['role', 'state'])
        .orderBy('position')
        .execute()
      stored.push(...rows.map(({ role, state }) => `${role} ${state}`))
      says('ok')(answer)
    })
    await finished(ann, await ask(ann))
    assert.deepEqual(stored, ['user done', 'assistant running'])
  })

  test('every reader hears the same, the later one from a snapshot [chatapp.turn-stays]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const go = signalled()
    chat.agent.script(async (answer) => {
      answer.text('one ')
      await go.promise
      says('two')(answer)
    })
    const asked = await ask(ann)
    const early = readEvents(ann, asked.chatId)
    const snapshot = await nextEvent(early, 'snapshot')
    if (snapshot.data.message.content === '') await nextEvent(early, 'delta')
    const late = readEvents(ann, asked.chatId)
    assert.equal((await nextEvent(late, 'snapshot')).data.message.content, 'one ')
    go.resolve()
    const [a, b] = await Promise.all([restOf(early), restOf(late)])
    assert.deepEqual(a, b)
    assert.equal(a.at(-1)!.data.message.content, 'one two')
  })

  test('goes on when its reader leaves [chatapp.turn-stays]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const go = signalled()
    chat.agent.script(async (answer) => {
      answer.text('one ')
      await go.promise
      says('two')(answer)
    })
    const asked = await ask(ann)
    const leave = new AbortController()
    const events = readEvents(ann, asked.chatId, leave.signal)
    await nextEvent(events, 'snapshot')
    leave.abort()
    await assert.rejects(restOf(events))
    go.resolve()
    assert.equal((await finished(ann, asked)).content, 'one two')
  })

  test('with no turn running the events say so and end [chatapp.turn-stays]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const { id } = (await ann.post('/api/v1/chats/new', { chat: { title: 'x' } })).json
    assert.deepEqual(await restOf(readEvents(ann, id)), [{ event: 'idle', data: {} }])
    assert.deepEqual((await ann.get(`/api/tasks/chat/${id}`)).json, { task_ids: [] })
  })

  test('sent five times concurrently and once later is one turn [chatapp.turn-once]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const form = turnForm()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ann.post('/api/chat/completions', form)),
    )
    const [{ chat_id: chatId }] = answers.map(({ json }) => json)
    await finished(ann, { chatId, answerId: form.id, promptId: '' })
    answers.push(await ann.post('/api/chat/completions', form))
    answers.push(await ann.post('/api/chat/completions', { ...form, chat_id: chatId }))
    assert.deepEqual(
      new Set(answers.map(({ status, json }) => `${status} ${json.chat_id}`)),
      new Set([`200 ${chatId}`]),
    )
    assert.equal(chat.agent.completions.length, 1)
    assert.equal((await ann.get('/api/v1/chats/list')).json.length, 1)
  })

  test('of several prompts to one chat at once one is answered, the others wait with 409 [chatapp.turn-once]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const asked = await ask(ann)
    await finished(ann, asked)
    const go = signalled()
    chat.agent.otherwise(async (answer) => {
      await go.promise
      says('ok')(answer)
    })
    const next = () => turnForm({ chat_id: asked.chatId, parent_id: asked.answerId })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ann.post('/api/chat/completions', next())),
    )
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409, 409, 409],
    )
    assert.match(answers.find(({ status }) => status === 409)!.json.detail, /^This chat is still answering/)
    const elsewhere = await ann.post('/api/chat/completions', turnForm())
    assert.equal(elsewhere.status, 200)
    const stranger = await chat.addUser('Bob', ann)
    const chatId = asked.chatId
    const { status } = await stranger.post('/api/chat/completions', turnForm({ chat_id: chatId }))
    const gone = await stranger.post('/api/chat/completions', turnForm({ chat_id: 'no-such-chat' }))
    assert.deepEqual([status, gone.status], [400, 400], 'nobody else learns that it answers')
    go.resolve()
    await restOf(readEvents(ann, asked.chatId))
    assert.equal((await ann.post('/api/chat/completions', next())).status, 200)
  })

  test('a stopped turn keeps its text and cancels the agent [chatapp.turn-stop]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const cancelled = signalled()
    chat.agent.script(async (answer) => {
      answer.raw(tool({ id: 't1', name: 'slow', state: 'running', title: 'Working' }))
      const question = {
        id: 'q1',
        server: 'desk',
        message: '?',
        subject: { kind: 'form', fields: [] },
        until: 9,
      }
      answer.raw(tool({ id: 't1/q', name: 'slow', state: 'running', title: 'desk asks', question }))
      answer.text('half')
      await answer.closed
      cancelled.resolve()
    })
    const asked = await ask(ann)
    const events = readEvents(ann, asked.chatId)
    const { data } = await nextEvent(events, 'snapshot')
    if (data.message.content === '') await nextEvent(events, 'delta')
    assert.equal((await bob.post(`/api/tasks/chat/${asked.chatId}/stop`)).status, 401)
    assert.equal((await ann.get(`/api/tasks/chat/${asked.chatId}`)).json.task_ids.length, 1)
    assert.equal((await ann.post(`/api/tasks/chat/${asked.chatId}/stop`)).json.status, true)
    await cancelled.promise
    const stored = (await messagesOf(ann, asked.chatId))[asked.answerId]
    assert.deepEqual([stored.state, stored.content], ['stopped', 'half'])
    assert.deepEqual(stored.tools, [
      { id: 't1', name: 'slow', title: 'Working', state: 'failed', unfinished: 'cancelled', reasoning_at: 0 },
      {
        id: 't1/q',
        name: 'slow',
        title: 'desk asks',
        state: 'done',
        reasoning_at: 0,
        asked: { server: 'desk', action: 'cancel' },
      },
    ])
    assert.equal((await restOf(events)).at(-1)!.data.message.state, 'stopped')
    assert.equal((await ann.post(`/api/tasks/chat/${asked.chatId}/stop`)).json.status, true)
    const next = await ask(ann, { chat_id: asked.chatId, parent_id: asked.answerId })
    assert.equal((await finished(ann, next)).state, 'done')
  })

  test('a task is stopped by its id by administrators [chatapp.turn-stop]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    chat.agent.script((answer) => answer.text('never ends'))
    const started = (await ann.post('/api/chat/completions', turnForm())).json
    assert.equal((await ann.post(`/api/tasks/stop/${started.task_ids[0]}`)).json.status, true)
    assert.equal((await ann.post(`/api/tasks/stop/${started.task_ids[0]}`)).status, 404)
  })

  test('deleting a chat or its owner ends the turn [chatapp.turn-stop]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const cancelled = signalled()
    chat.agent.script(async (answer) => {
      answer.text('half')
      await answer.closed
      cancelled.resolve()
    })
    const asked = await ask(ann)
    const events = readEvents(ann, asked.chatId)
    await nextEvent(events, 'snapshot')
    assert.equal((await ann.delete(`/api/v1/chats/${asked.chatId}`)).json, true)
    await cancelled.promise
    assert.equal((await restOf(events)).at(-1)!.event, 'end')
    assert.equal((await ann.get(`/api/v1/chats/${asked.chatId}`)).status, 401)
  })

  test('another answer to the same prompt is its sibling [chatapp.turn] [chatapp.prompt]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    chat.agent.script(says('first'), says('second'))
    const first = await ask(ann)
    await finished(ann, first)
    const second = await ask(ann, { chat_id: first.chatId, parent_id: first.promptId, user_message: null })
    await finished(ann, second)
    const stored = (await ann.get(`/api/v1/chats/${first.chatId}`)).json.chat
    assert.deepEqual(stored.history.messages[first.promptId].childrenIds, [first.answerId, second.answerId])
    assert.equal(stored.history.currentId, second.answerId)
    assert.deepEqual(
      stored.messages.map((message: any) => message.content),
      ['hello', 'second'],
    )
    assert.deepEqual(chat.agent.completions[1]!.body.messages, [{ role: 'user', content: 'hello' }])
  })

  test('a turn that makes no sense is refused and leaves nothing [chatapp.turn] [chatapp.bad-input]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const asked = await ask(ann)
    await finished(ann, asked)
    await ann.post('/api/v1/models/model/access/update', {
      id: 'garden',
      access_grants: [{ principal_type: 'user', principal_id: '*', permission: 'read' }],
    })
    const before = await chat.store.db.selectFrom('chatapp_messages').selectAll().execute()
    const post = async (form: object, client = ann) =>
      (await client.post('/api/chat/completions', form)).status
    const bobsFile = (await bob.upload('b.txt', 'x')).json.id as string
    assert.equal(await post({ ...turnForm(), user_message: { id: 'u', content: ' \n', files: [] } }), 400)
    assert.equal(await post(turnForm({ user_message: null })), 400)
    assert.equal(await post(turnForm({ parent_id: 'x' })), 400)
    assert.equal(await post(turnForm({ chat_id: 'made-up' })), 404)
    assert.equal(await post(turnForm({ chat_id: asked.chatId, parent_id: asked.answerId }), bob), 404)
    assert.equal(await post(turnForm({ chat_id: asked.chatId, parent_id: 'made-up' })), 400)
    assert.equal(
      await post(turnForm({ chat_id: asked.chatId, parent_id: asked.answerId, user_message: null })),
      400,
    )
    assert.equal(
      await post(turnForm({ chat_id: asked.chatId, user_message: { id: asked.promptId, content: 'x' } })),
      400,
    )
    assert.equal(await post(turnForm({ model: 'nothing' })), 400)
    assert.equal(await post(turnForm({ user_message: { content: 'x', files: [{ id: bobsFile }] } })), 404)
    assert.equal(await post(turnForm({ id: '../../etc' })), 422)
    assert.equal(await post({ ...turnForm(), user_message: 'hello' }), 422)
    assert.deepEqual(await chat.store.db.selectFrom('chatapp_messages').selectAll().execute(), before)
    assert.equal(chat.agent.completions.length, 1)
  })

  test('the events of another person’s chat are not to be had [chatapp.chats]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const asked = await ask(ann)
    assert.equal((await bob.get(`/api/v1/chats/${asked.chatId}/events`)).status, 401)
    assert.equal((await bob.get(`/api/tasks/chat/${asked.chatId}`)).status, 401)
  })

  test('is saved as it grows, at most a second behind [chatapp.turn-saved]', async (t) => {
    const clock = testClock()
    const chat = await startTestChatapp(t, { clock })
    const ann = await chat.signUp('Ann')
    const go = signalled()
    chat.agent.script(async (answer) => {
      answer.text('one ')
      await go.promise
      says('two')(answer)
    })
    const asked = await ask(ann)
    const events = readEvents(ann, asked.chatId)
    const { data } = await nextEvent(events, 'snapshot')
    if (data.message.content === '') await nextEvent(events, 'delta')
    assert.equal((await messagesOf(ann, asked.chatId))[asked.answerId].content, '')
    clock.advance(1000)
    while ((await messagesOf(ann, asked.chatId))[asked.answerId].content !== 'one ');
    assert.equal((await messagesOf(ann, asked.chatId))[asked.answerId].state, 'running')
    go.resolve()
    assert.equal((await restOf(events)).at(-1)!.data.message.content, 'one two')
  })

  test('a reader that waits hears a comment every fifteen seconds [chatapp.turn-stays]', async (t) => {
    const clock = testClock()
    const chat = await startTestChatapp(t, { clock })
    const ann = await chat.signUp('Ann')
    chat.agent.script(() => {})
    const asked = await ask(ann)
    const response = await ann.fetch(`/api/v1/chats/${asked.chatId}/events`)
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    assert.match((await reader.read()).value!, /^event: snapshot/)
    await clock.sleeper(15_000)
    clock.advance(15_000)
    assert.equal((await reader.read()).value, ': keep-alive\n\n')
    await reader.cancel()
    await ann.post(`/api/tasks/chat/${asked.chatId}/stop`)
  })
})
