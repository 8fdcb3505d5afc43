import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { BACKENDS } from '../support/stores.ts'
import { clientOf } from './client.ts'
import { ask, finished, messagesOf } from './page.ts'
import { startRecordingAgent } from './recording-agent.ts'
import {
  AT,
  DAY_MS,
  FIRST_MONDAY,
  formOf,
  HOUR_MS,
  listed,
  make,
  MONDAY_AT_8,
  moveTo,
  resultsOf,
  seconds,
  settled,
  thursday,
  untilFits,
} from './schedules-world.ts'
import { emailOf, startTestChatapp } from './started-chatapp.ts'

for (const backend of BACKENDS)
  describe(`scheduled prompts on ${backend.kind}`, { skip: backend.skip }, () => {
    test('a repeated request with the client’s id creates one schedule, also at the limit [schedules.form]', async (t) => {
      const chat = await startTestChatapp(t, { location: await backend.locate(t), clock: thursday() })
      const ann = await chat.signUp('Ann')
      const id = crypto.randomUUID()
      const send = async () => (await ann.post(AT, { ...formOf(), id })).json.id
      assert.deepEqual(await Promise.all([send(), send(), send()]), [id, id, id])
      for (let n = 1; n < 20; n++) await make(ann)
      assert.equal(await send(), id)
      assert.equal((await listed(ann)).length, 20)
      assert.equal((await ann.post(AT, { ...formOf(), id: 'mine' })).status, 422)
    })

    test('at its time a prompt is sent as its owner, and each run answers in a new chat [schedules.run]', async (t) => {
      const clock = thursday()
      const chat = await startTestChatapp(t, { location: await backend.locate(t), clock })
      const ann = await chat.signUp('Ann')
      const made = await make(ann, { title: 'The week' })
      assert.deepEqual(
        [made.title, made.next_at, made.paused, made.last, made.target],
        ['The week', seconds(FIRST_MONDAY), null, null, 'new'],
      )
      moveTo(clock, FIRST_MONDAY - 1000)
      assert.deepEqual(await resultsOf(ann, made), [])
      moveTo(clock, FIRST_MONDAY)
      const [first] = await settled(clock, ann, made)
      assert.deepEqual(
        [first!.state, first!.at, first!.is_late, first!.is_manual],
        ['done', seconds(FIRST_MONDAY), false, false],
      )
      const { headers, body } = chat.agent.completions.at(-1)!
      assert.deepEqual(
        [headers['x-chatapp-user-email'], body['chat_id'], body.messages.at(-1)?.content],
        [emailOf('Ann'), first!.chat_id, 'What grew this week?'],
      )
      const { json } = await ann.get(`/api/v1/chats/${first!.chat_id}`)
      assert.equal(json.title, 'The week')

      moveTo(clock, FIRST_MONDAY + 7 * DAY_MS)
      const [second] = await settled(clock, ann, made, 2)
      assert.notEqual(second!.chat_id, first!.chat_id)
      assert.equal(chat.agent.completions.length, 2)
      const [after] = await listed(ann)
      assert.deepEqual([after!.last?.id, after!.next_at], [second!.id, seconds(FIRST_MONDAY + 14 * DAY_MS)])
      await ann.delete(`/api/v1/chats/${second!.chat_id}`)
      assert.equal((await resultsOf(ann, made))[0]!.state, 'deleted')
    })

    test('with one chat, all runs and the person’s own messages are in this chat [schedules.same-chat]', async (t) => {
      const clock = thursday()
      const chat = await startTestChatapp(t, { location: await backend.locate(t), clock })
      const ann = await chat.signUp('Ann')
      const own = await ask(ann, { user_message: { content: 'Hello' } })
      await finished(ann, own)
      const [there, fresh] = [
        await make(ann, { target: 'same', chat_id: own.chatId }),
        await make(ann, { target: 'same' }),
      ]
      moveTo(clock, FIRST_MONDAY)
      for (const one of [there, fresh]) await settled(clock, ann, one)
      moveTo(clock, FIRST_MONDAY + 7 * DAY_MS)
      const chats = []
      for (const one of [there, fresh])
        chats.push((await settled(clock, ann, one, 2)).map(({ chat_id }) => chat_id))
      assert.deepEqual(chats[0], [own.chatId, own.chatId])
      assert.equal(new Set(chats[1]).size, 1)
      assert.equal(Object.keys(await messagesOf(ann, own.chatId)).length, 6)
      const longest = chat.agent.completions.map(({ body }) => body.messages.length)
      assert.deepEqual(
        longest.toSorted((a, b) => a - b),
        [1, 1, 3, 3, 5],
      )

      await ann.delete(`/api/v1/chats/${own.chatId}`)
      moveTo(clock, FIRST_MONDAY + 14 * DAY_MS)
      const [third] = await settled(clock, ann, there, 3)
      assert.equal(third!.state, 'done')
      assert.notEqual(third!.chat_id, own.chatId)
    })

    test('only the owner sees, changes, pauses and deletes a schedule; its rows go with the account [schedules.own]', async (t) => {
      const clock = thursday()
      const chat = await startTestChatapp(t, { location: await backend.locate(t), clock })
      const ann = await chat.signUp('Ann')
      const bob = await chat.addUser('Bob', ann)
      await ann.post('/api/v1/users/' + bob.id + '/update', { role: 'admin' })
      const made = await make(bob)
      const one = `${AT}${made.id}`
      assert.deepEqual(await listed(ann), [])
      for (const { status, json } of [
        await ann.post(`${one}/update`, formOf()),
        await ann.post(`${one}/pause`),
        await ann.post(`${one}/resume`),
        await ann.post(`${one}/run`),
        await ann.get(`${one}/results`),
        await ann.delete(one),
      ])
        assert.deepEqual([status, json.code], [404, 'schedule_missing'])

      const changed = await bob.post(`${one}/update`, formOf({ title: 'Daily', schedule: '30 7 * * *' }))
      assert.deepEqual(
        [changed.json.title, changed.json.next_at],
        ['Daily', seconds(Date.UTC(2026, 0, 2, 7, 30))],
      )
      const paused = (await bob.post(`${one}/pause`)).json
      assert.deepEqual([paused.paused, paused.next_at], ['person', null])
      moveTo(clock, clock.now() + 3 * DAY_MS)
      const resumed = (await bob.post(`${one}/resume`)).json
      assert.deepEqual([resumed.paused, resumed.next_at], [null, seconds(Date.UTC(2026, 0, 5, 7, 30))])
      assert.deepEqual(await resultsOf(bob, made), [], 'times of a pause do not count as missed')
      assert.equal(chat.agent.completions.length, 0)

      const { text } = await bob.get('/api/v1/users/user/export')
      const lines = text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      assert.deepEqual(
        lines.filter(({ type }) => type === 'schedule').map(({ title, prompt }) => [title, prompt]),
        [['Daily', 'What grew this week?']],
      )
      moveTo(clock, Date.UTC(2026, 0, 5, 7, 30))
      await settled(clock, bob, made)
      await ann.delete(`/api/v1/users/${bob.id}`)
      for (const table of ['chat_schedules', 'chat_schedule_runs'] as const)
        assert.deepEqual(await chat.store.db.selectFrom(table).select('id').execute(), [])
      const slots = async () => [
        ...(await chat.store.db.selectFrom('run_slots').select('workflow').execute()),
        ...(await chat.store.db.selectFrom('run_schedules').select('workflow').execute()),
      ]
      assert.equal((await slots()).length, 2)
      moveTo(clock, clock.now() + DAY_MS)
      await untilFits(clock, slots, (rows) => rows.length === 0)
    })

    test('“run now” sends the prompt at once, also while the schedule is paused, and once at a time [schedules.run-now]', async (t) => {
      const clock = thursday()
      const chat = await startTestChatapp(t, { location: await backend.locate(t), clock })
      const ann = await chat.signUp('Ann')
      const made = await make(ann)
      const run = () => ann.post(`${AT}${made.id}/run`)
      await ann.post(`${AT}${made.id}/pause`)
      const gate = Promise.withResolvers<void>()
      chat.agent.script(async (answer) => {
        answer.text('Ferns')
        await gate.promise
        answer.finish('stop')
        answer.done()
      })
      const { json } = await run()
      assert.deepEqual([json.last.is_manual, json.paused], [true, 'person'])
      await untilFits(
        clock,
        () => resultsOf(ann, made),
        ([first]) => first?.state === 'running',
      )
      assert.deepEqual((await run()).json.code, 'schedule_busy')
      gate.resolve()
      assert.equal((await settled(clock, ann, made))[0]!.state, 'done')
      chat.agent.script((answer) => {
        answer.text('Mo')
        answer.finish('length')
        answer.done()
      })
      clock.advance(2000)
      assert.equal((await run()).status, 200)
      const [cut] = await settled(clock, ann, made, 2)
      assert.deepEqual([cut!.state, cut!.note], ['done', 'incomplete'])
      const answers = chat.store.db.selectFrom('chatapp_messages').where('chat_id', '=', cut!.chat_id)
      const { id, extra } = await answers
        .where('role', '=', 'assistant')
        .select(['id', 'extra'])
        .executeTakeFirstOrThrow()
      const tool = { id: 't', name: 'x', title: '', state: 'done', change: { id: 'c', summary: 'x' } }
      await chat.store.db
        .updateTable('chatapp_messages')
        .set({ extra: JSON.stringify({ ...JSON.parse(extra), tools: [tool] }) })
        .where('chat_id', '=', cut!.chat_id)
        .where('id', '=', id)
        .execute()
      const request = { id: 'c', hub: 'garden', proposer: 'ann@example.com', kind: 'tool_call' }
      await chat.store.db
        .insertInto('change_requests')
        .values({
          ...request,
          operations: '[]',
          summary: 'x',
          diff: '[]',
          policy_revision: 0,
          plan_hash: 'x',
          state: 'proposed',
          created_at_ms: 1,
          expires_at_ms: 9,
          decided_at_ms: null,
          result: null,
          call_state: null,
          leased_until_ms: null,
        })
        .execute()
      assert.equal((await resultsOf(ann, made))[0]!.note, 'waits')
      assert.equal((await listed(ann))[0]!.last!.note, 'waits')
    })

    test('a stopped web chat sends the newest of its missed prompts late, and lists the others as missed [schedules.missed]', async (t) => {
      const location = await backend.locate(t)
      const clock = thursday()
      const agent = await startRecordingAgent()
      t.after(() => agent[Symbol.asyncDispose]())
      const before = await startTestChatapp(t, { location, clock, agent })
      const ann = await before.signUp('Ann')
      const made = await make(ann)
      await before.stop()
      clock.advance(FIRST_MONDAY + 14 * DAY_MS + HOUR_MS - clock.now())
      const after = await startTestChatapp(t, { location, clock, agent, folder: before.folder })
      const again = clientOf(after.url, ann.token, ann.id)
      const results = await settled(clock, again, made, 2)
      assert.deepEqual(
        results.map(({ state, is_late, reason, times, at }) => [state, is_late, reason, times, at]),
        [
          ['done', true, null, 1, seconds(FIRST_MONDAY + 14 * DAY_MS)],
          ['missed', false, 'down', 2, seconds(FIRST_MONDAY + 7 * DAY_MS)],
        ],
      )
      assert.equal(agent.completions.length, 1)
      assert.equal((await listed(again))[0]!.last!.state, 'done')
    })
  })

describe('scheduled prompts', () => {
  test('a schedule that can’t be kept is refused in words [schedules.form]', async (t) => {
    const clock = thursday()
    const chat = await startTestChatapp(t, { clock })
    const ann = await chat.signUp('Ann')
    const temporary = await ask(ann, { temporary: true })
    const bob = await chat.addUser('Bob', ann)
    await ann.post(`/api/v1/users/${bob.id}/update`, { role: 'admin' })
    const ofBob = await ask(bob)
    for (const [more, code] of [
      [{ schedule: '0 8 * *' }, 'schedule_invalid'],
      [{ schedule: '61 8 * * *' }, 'schedule_invalid'],
      [{ schedule: '0 8 30 2 *' }, 'schedule_invalid'],
      [{ schedule: '*/15 * * * *' }, 'schedule_too_often'],
      [{ schedule: 'every 30m' }, 'schedule_too_often'],
      [{ schedule: '0,30 8 * * *' }, 'schedule_too_often'],
      [{ time_zone: 'Mars/Olympus' }, 'invalid_time_zone'],
      [{ model: 'none' }, 'model_not_found'],
      [{ target: 'same', chat_id: 'none' }, 'completion_chat_missing'],
      [{ target: 'same', chat_id: ofBob.chatId }, 'completion_chat_missing'],
      [{ target: 'same', chat_id: temporary.chatId }, 'schedule_chat_temporary'],
    ] as const)
      assert.equal((await ann.post(AT, formOf(more))).json.code, code, JSON.stringify(more))
    const { json } = await ann.post(AT, formOf({ schedule: '0 25 * * *' }))
    assert.match(json.detail, /^This schedule can’t be read: .+\.$/)
    for (const body of [{}, formOf({ prompt: ' ' }), formOf({ prompt: 'x'.repeat(20_001) })])
      assert.equal((await ann.post(AT, body)).status, 422)
    for (const schedule of ['every 1h', '0 * * * *', '@daily', '0 8,9 1 * *'])
      assert.equal((await ann.post(AT, formOf({ schedule }))).status, 200, schedule)
    const rest = await Promise.all(Array.from({ length: 18 }, () => ann.post(AT, formOf())))
    assert.equal(rest.filter(({ status }) => status === 200).length, 16)
    const preview = (schedule: string, time_zone: string) => ann.post(`${AT}preview`, { schedule, time_zone })
    assert.deepEqual(
      (await preview(MONDAY_AT_8, 'Europe/Berlin')).json.next,
      [0, 7, 14].map((days) => seconds(FIRST_MONDAY + days * DAY_MS - HOUR_MS)),
    )
    assert.equal((await preview('x', 'UTC')).json.code, 'schedule_invalid')
  })

  test('access is decided at each run; a refusal is shown and not retried, and a blocked account’s schedules pause [schedules.refused]', async (t) => {
    const clock = thursday()
    const blocked = new Set<string>()
    const chat = await startTestChatapp(t, { clock, isBlocked: async (email) => blocked.has(email) })
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const access = (access_grants: object[]) =>
      ann.post('/api/v1/models/model/access/update', { id: 'garden', access_grants })
    await access([{ principal_type: 'user', principal_id: bob.id, permission: 'read' }])
    const made = await make(bob, { schedule: '0 8 * * *' })
    const day = (n: number) => Date.UTC(2026, 0, 1 + n, 8)
    const newest = async (count: number) => {
      const [{ state, reason, chat_id }] = (await settled(clock, bob, made, count)) as [any]
      return [state, reason, chat_id === null]
    }
    await access([])
    moveTo(clock, day(1))
    assert.deepEqual(await newest(1), ['refused', 'model_not_found', true])
    await access([{ principal_type: 'user', principal_id: bob.id, permission: 'read' }])
    moveTo(clock, day(1) + HOUR_MS)
    assert.equal(chat.agent.completions.length, 0)
    chat.agent.script((answer) =>
      answer.status(429, { error: { message: 'The budget is used up.', code: 'budget_exhausted' } }),
    )
    moveTo(clock, day(2))
    assert.deepEqual(await newest(2), ['refused', 'budget_exhausted', false])
    moveTo(clock, day(2) + HOUR_MS)
    assert.equal(chat.agent.completions.length, 1)
    moveTo(clock, day(3))
    assert.deepEqual(await newest(3), ['done', null, false])
    blocked.add(emailOf('Bob'))
    moveTo(clock, day(4))
    const runs = () => chat.store.db.selectFrom('chat_schedule_runs').select('state').execute()
    await untilFits(clock, runs, (rows) => rows.filter(({ state }) => state === 'refused').length === 2)
    moveTo(clock, day(6))
    blocked.clear()
    assert.deepEqual(await newest(4), ['refused', 'blocked', true])
    const [{ paused, next_at }] = (await listed(bob)) as [any]
    assert.deepEqual([paused, next_at], ['blocked', null])
    assert.equal(chat.agent.completions.length, 2)
  })

  test('the prompts of an agent that is away wait, and the newest is sent late when the agent is back [schedules.missed]', async (t) => {
    const clock = thursday()
    const agent = await startRecordingAgent()
    t.after(() => agent[Symbol.asyncDispose]())
    const hub = { url: agent.url, key: 'test-bridge-key', slug: 'garden' }
    let away: { state: 'paused'; since: string } | null = null
    const chat = await startTestChatapp(t, { clock, agent, connections: () => [{ ...hub, away }] })
    const ann = await chat.signUp('Ann')
    const made = await make(ann, { schedule: '0 8 * * *' })
    away = { state: 'paused', since: new Date(clock.now()).toISOString() }
    moveTo(clock, Date.UTC(2026, 0, 2, 8))
    moveTo(clock, Date.UTC(2026, 0, 3, 9))
    assert.deepEqual(await resultsOf(ann, made), [])
    assert.equal((await listed(ann))[0]!.next_at, seconds(Date.UTC(2026, 0, 2, 8)))
    assert.equal((await ann.post(`${AT}${made.id}/run`)).json.code, 'model_away')
    away = null
    moveTo(clock, clock.now() + 60_000)
    const results = await settled(clock, ann, made, 2)
    assert.deepEqual(
      results.map(({ state, is_late, times }) => [state, is_late, times]),
      [
        ['done', true, 1],
        ['missed', false, 1],
      ],
    )
  })

  test('a time during the last run counts as missed, and a run waits for the person’s own answer in the chat [schedules.busy]', async (t) => {
    const clock = thursday()
    /** Number of access checks: each attempt to start the run makes one. */
    let checks = 0
    const isBlocked = async () => {
      checks++
      return false
    }
    const chat = await startTestChatapp(t, { clock, isBlocked })
    const ann = await chat.signUp('Ann')
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    for (const gate of gates)
      chat.agent.script(async (answer) => {
        answer.text('…')
        await gate.promise
        answer.finish('stop')
        answer.done()
      })
    const own = await ask(ann)
    const made = await make(ann, { target: 'same', chat_id: own.chatId, schedule: 'every 1h' })
    moveTo(clock, clock.now() + HOUR_MS)
    await untilFits(
      clock,
      () => resultsOf(ann, made),
      ([first]) => first?.state === 'waiting',
    )
    await pause(200)
    checks = 0
    await pause(500)
    assert.equal(checks, 0, 'no attempt before the next interval')
    clock.advance(5000)
    await pause(500)
    assert.equal(checks, 1, 'one attempt in an interval')
    gates[0]!.resolve()
    await finished(ann, own)
    moveTo(clock, clock.now() + 60_000)
    await untilFits(
      clock,
      () => resultsOf(ann, made),
      ([first]) => first?.state === 'running',
    )
    moveTo(clock, clock.now() + HOUR_MS)
    await untilFits(
      clock,
      () => resultsOf(ann, made),
      ([first]) => first?.state === 'missed' && first.reason === 'busy',
    )
    gates[1]!.resolve()
    await settled(clock, ann, made, 2)
    assert.equal(chat.agent.completions.length, 2)
  })
})

const postgres = BACKENDS.find(({ kind }) => kind === 'postgres')!

describe('scheduled prompts on several instances', { skip: postgres.skip }, () => {
  test('of several instances one sends each prompt [schedules.once]', async (t) => {
    const location = await postgres.locate(t)
    const clock = thursday()
    const agent = await startRecordingAgent()
    t.after(() => agent[Symbol.asyncDispose]())
    const start = () => startTestChatapp(t, { location, clock, agent })
    const [one] = [await start(), await start(), await start()]
    const ann = await one.signUp('Ann')
    const made = []
    for (let n = 0; n < 6; n++) made.push(await make(ann, { prompt: `Question ${n}` }))
    moveTo(clock, FIRST_MONDAY)
    for (const schedule of made) assert.equal((await settled(clock, ann, schedule)).length, 1)
    assert.deepEqual(
      new Set(agent.completions.map(({ body }) => body.messages.at(-1)!.content)),
      new Set(made.map(({ prompt }) => prompt)),
    )
    assert.equal(agent.completions.length, 6)
  })
})
