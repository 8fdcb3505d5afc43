import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Scheduling, SlotLedger } from '#chatapp/schedules/ports.ts'
import { openStore } from '#ground/store/store.ts'
import { schedulingIn } from '#processes/scheduling.ts'
import { SQLITE } from '../support/stores.ts'
import { ask, finished } from './page.ts'
import { GARDEN, startRecordingAgent } from './recording-agent.ts'
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
import { emailOf, openTestChatapp, signUpAt, startTestChatapp, temporaryFolder } from './started-chatapp.ts'

/** `change` wraps the parser and the ledger, so that a test can interrupt the web chat at a certain call. */
async function startWithScheduling(t: TestContext, change: (real: Scheduling) => Scheduling) {
  const clock = thursday()
  const agent = await startRecordingAgent()
  t.after(() => agent[Symbol.asyncDispose]())
  const store = await openStore(await SQLITE.locate(t))
  const folder = await temporaryFolder(t)
  const { url, chatapp } = await openTestChatapp(
    { store, folder, clock, scheduling: change(schedulingIn(store)) },
    agent.url,
  )
  t.after(async () => {
    await chatapp[Symbol.asyncDispose]()
    await store[Symbol.asyncDispose]()
  })
  return { clock, agent, ann: await signUpAt(url, 'Ann') }
}

test('a schedule that is resumed or paused while it is changed keeps its times [schedules.own]', async (t) => {
  let gate: PromiseWithResolvers<void> | null = null
  let reached = Promise.withResolvers<void>()
  const { ann } = await startWithScheduling(t, (real) => ({
    ...real,
    async parse(text, timeZone) {
      if (gate && text === '0 9 * * 1') {
        reached.resolve()
        await gate.promise
      }
      return real.parse(text, timeZone)
    },
  }))
  for (const [first, second, next] of [
    ['pause', 'resume', FIRST_MONDAY + HOUR_MS],
    ['resume', 'pause', null],
  ] as const) {
    const { id } = await make(ann)
    await ann.post(`${AT}${id}/${first}`)
    gate = Promise.withResolvers()
    reached = Promise.withResolvers()
    const change = ann.post(`${AT}${id}/update`, formOf({ schedule: '0 9 * * 1' }))
    await reached.promise
    await ann.post(`${AT}${id}/${second}`)
    gate.resolve()
    const { json } = await change
    assert.equal(json.next_at, next === null ? null : seconds(next), `${first}, then ${second}`)
    assert.equal(json.paused, next === null ? 'person' : null)
  }
})

test('a schedule is stored together with its record of past times, or not at all [schedules.stored]', async (t) => {
  let isBroken = true
  const { ann } = await startWithScheduling(t, (real) => ({
    ...real,
    openLedger(queue): SlotLedger {
      const ledger = real.openLedger(queue)
      return {
        ...ledger,
        async skipUntil(...args) {
          if (isBroken) throw new Error('the process ends here')
          return ledger.skipUntil(...args)
        },
      }
    },
  }))
  assert.equal((await ann.post(AT, formOf())).status, 500)
  assert.deepEqual(await listed(ann), [])
  isBroken = false
  const { id } = await make(ann)
  isBroken = true
  assert.equal((await ann.post(`${AT}${id}/update`, formOf({ schedule: '0 9 * * 1' }))).status, 500)
  assert.equal((await listed(ann))[0]!.schedule, MONDAY_AT_8)
})

test('a prompt that is paused while it waits is not sent [schedules.paused]', async (t) => {
  const clock = thursday()
  const chat = await startTestChatapp(t, { clock })
  const ann = await chat.signUp('Ann')
  const gate = Promise.withResolvers<void>()
  chat.agent.script(async (answer) => {
    answer.text('…')
    await gate.promise
    answer.finish('stop')
    answer.done()
  })
  const own = await ask(ann)
  const made = await make(ann, { target: 'same', chat_id: own.chatId })
  moveTo(clock, FIRST_MONDAY)
  await untilFits(
    clock,
    () => resultsOf(ann, made),
    ([first]) => first?.state === 'waiting',
  )
  await ann.post(`${AT}${made.id}/pause`)
  gate.resolve()
  await finished(ann, own)
  moveTo(clock, clock.now() + 60_000)
  const [result] = await settled(clock, ann, made)
  assert.deepEqual([result!.state, result!.reason], ['refused', 'schedule_paused'])
  assert.equal(chat.agent.completions.length, 1)
  await ann.post(`${AT}${made.id}/run`)
  assert.equal((await settled(clock, ann, made, 2))[0]!.state, 'done')
})

test('“run now” does not wait for the prompts of other people [schedules.run-now]', async (t) => {
  const clock = thursday()
  const gate = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  let isHeld = false
  const chat = await startTestChatapp(t, {
    clock,
    async isBlocked(email) {
      if (isHeld && email === emailOf('Bob')) {
        reached.resolve()
        await gate.promise
      }
      return false
    },
  })
  t.after(() => gate.resolve())
  const ann = await chat.signUp('Ann')
  const bob = await chat.addUser('Bob', ann)
  await ann.post(`/api/v1/users/${bob.id}/update`, { role: 'admin' })
  await make(bob)
  const made = await make(ann, { schedule: '0 8 1 * *' })
  isHeld = true
  moveTo(clock, FIRST_MONDAY)
  await untilFits(
    clock,
    () => Promise.race([reached.promise.then(() => true), pause(20, false)]),
    (isReached) => isReached,
  )
  const answer = await Promise.race([ann.post(`${AT}${made.id}/run`), pause(5000, null)])
  assert.equal(answer?.json.last.state, 'waiting')
  gate.resolve()
  assert.equal((await settled(clock, ann, made))[0]!.state, 'done')
})

test('many prompts that wait for their agent do not keep back the prompts of other agents [schedules.missed]', async (t) => {
  const clock = thursday()
  const [agent, other] = [await startRecordingAgent(), await startRecordingAgent()]
  for (const one of [agent, other]) t.after(() => one[Symbol.asyncDispose]())
  other.offer([{ ...GARDEN, id: 'moss' }])
  let away: { state: 'paused'; since: string } | null = null
  const chat = await startTestChatapp(t, {
    clock,
    agent,
    connections: () => [
      { url: agent.url, key: 'test-bridge-key', slug: 'garden', away },
      { url: other.url, key: 'test-bridge-key', slug: 'moss', away: null },
    ],
  })
  const ann = await chat.signUp('Ann')
  const roses = { id: 'roses', base_model_id: 'garden', name: 'Roses', params: {}, meta: {} }
  assert.equal((await ann.post('/api/v1/models/create', roses)).status, 200)
  const waiting = await make(ann, { model: 'roses', schedule: '0 8 * * 5' })
  const row = await chat.store.db.selectFrom('chat_schedules').selectAll().executeTakeFirstOrThrow()
  await chat.store.db
    .insertInto('chat_schedules')
    .values(Array.from({ length: 120 }, (_, n) => ({ ...row, id: `copy-${n}` })))
    .execute()
  const bob = await chat.addUser('Bob', ann)
  await ann.post(`/api/v1/users/${bob.id}/update`, { role: 'admin' })
  const ofBob = await make(bob, { model: 'moss', schedule: '0 9 * * 5' })
  away = { state: 'paused', since: new Date(clock.now()).toISOString() }
  moveTo(clock, Date.UTC(2026, 0, 2, 9))
  assert.equal((await settled(clock, bob, ofBob))[0]!.state, 'done')
  assert.deepEqual(await resultsOf(ann, waiting), [])
  assert.equal(agent.completions.length, 0)
})

test('after a clock was ahead for a while, a prompt is sent at its next time [schedules.clock]', async (t) => {
  const clock = thursday()
  const chat = await startTestChatapp(t, { clock })
  const ann = await chat.signUp('Ann')
  const made = await make(ann, { schedule: '0 8 * * *' })
  moveTo(clock, Date.UTC(2026, 0, 11, 8))
  await settled(clock, ann, made, 2)
  assert.equal((await listed(ann))[0]!.next_at, seconds(Date.UTC(2026, 0, 12, 8)))
  clock.advance(-9 * DAY_MS - 20 * HOUR_MS)
  const tomorrow = Date.UTC(2026, 0, 2, 8)
  assert.ok(clock.now() < tomorrow)
  await make(ann, { schedule: '0 8 1 * *' })
  await untilFits(
    clock,
    () => listed(ann),
    (all) => all.find(({ id }) => id === made.id)!.next_at === seconds(tomorrow),
  )
  moveTo(clock, tomorrow)
  await untilFits(
    clock,
    async () => chat.agent.completions.length,
    (count) => count === 2,
  )
})
