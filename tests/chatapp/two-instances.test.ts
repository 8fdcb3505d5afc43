import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Ending } from '../support/console.ts'
import { createMigratedPostgres } from '../support/migrated.ts'
import { natsProgram, startNats, type OwnNats } from '../support/nats.ts'
import { postgresPrograms } from '../support/postgres.ts'
import type { UpstreamAnswer } from '../support/upstream-answer.ts'
import { clientOf, type Client } from './client.ts'
import { ask, messagesOf, nextEvent, readEvents, readStream, restOf, type PageEvent } from './page.ts'
import { startRecordingAgent } from './recording-agent.ts'
import { signUpAt, temporaryFolder } from './started-chatapp.ts'
import { spawnChatapp } from './support/spawned-chatapp.ts'

async function startInstances(t: Ending, nats: OwnNats | null) {
  const location = { kind: 'postgres', url: await createMigratedPostgres() } as const
  const agent = await startRecordingAgent()
  t.after(() => agent[Symbol.asyncDispose]())
  const start = async () =>
    spawnChatapp(t, {
      folder: await temporaryFolder(t),
      location,
      agent: agent.url,
      ...(nats && { bus: nats.url }),
    })
  const [a, b] = [await start(), await start()]
  const ann = await signUpAt(a.url, 'Ann')
  const at = (client: Client, { url }: { url: string }) => clientOf(url, client.token, client.id)
  return { agent, a, b, ann, annAtB: at(ann, b), at }
}

type Machines = Awaited<ReturnType<typeof startInstances>>

function written(agent: Machines['agent']): Promise<UpstreamAnswer> {
  const { promise, resolve } = Promise.withResolvers<UpstreamAnswer>()
  agent.script(async (answer) => {
    answer.head()
    resolve(answer)
    await answer.closed
  })
  return promise
}

async function begin(agent: Machines['agent'], ...question: Parameters<typeof ask>) {
  const writing = written(agent)
  const turn = await ask(...question)
  return { turn, answer: await writing }
}

const done = (answer: UpstreamAnswer) => {
  answer.finish('stop')
  answer.usage({ input: 7, output: 3 })
  answer.done()
}

async function readUntil(events: AsyncGenerator<PageEvent>, text: string): Promise<void> {
  let output = ''
  while (!output.endsWith(text)) {
    const { value, done } = await events.next()
    if (done) throw new Error(`the events ended behind ${output}`)
    if (value.event === 'snapshot') output = value.data.message.content
    if (value.event === 'delta') output += value.data.content ?? ''
  }
}

const toolLine = (fields: object) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: null }], svc: { type: 'tool', ...fields } })}\n\n`

const NATS = natsProgram ? false : 'no nats-server on this machine'

for (const way of ['the bus', 'the store'] as const)
  describe(
    `two instances that are connected by ${way}`,
    {
      skip: postgresPrograms ? way === 'the bus' && NATS : 'no Postgres programs on this machine',
    },
    () => {
      let instances: Machines
      before(async () => {
        instances = await startInstances({ after }, way === 'the bus' ? await startNats({ after }) : null)
      })

      test('a reader at one instance follows an answer of the other instance, and reads the same after a reload [machines.read]', async () => {
        const { agent, ann, annAtB } = instances
        const { turn, answer } = await begin(agent, ann)
        answer.reasoning('Let me see. ')
        answer.raw(toolLine({ id: 't1', name: 'search', state: 'running', title: 'Searching' }))
        answer.text('Plant ')
        const events = readEvents(annAtB, turn.chatId)
        await readUntil(events, 'Plant ')
        const listed = (await annAtB.get('/api/v1/chats/list')).json[0]
        assert.equal(listed.active, true)
        const tasks = async (client: Client) =>
          (await client.get(`/api/tasks/chat/${turn.chatId}`)).json.task_ids
        assert.deepEqual(await tasks(annAtB), await tasks(ann))
        answer.text('beans ')
        await readUntil(events, 'beans ')
        const late = readEvents(annAtB, turn.chatId)
        assert.match((await nextEvent(late, 'snapshot')).data.message.content, /^Plant /)
        answer.raw(toolLine({ id: 't1', name: 'search', state: 'done', title: 'Searched', ms: 4 }))
        answer.text('🌱')
        done(answer)
        const ends = [(await restOf(events)).at(-1)!, (await restOf(late)).at(-1)!]
        const stored = (await messagesOf(annAtB, turn.chatId))[turn.answerId]
        for (const end of ends) assert.deepEqual([end.event, end.data.message], ['end', stored])
        assert.deepEqual(
          [stored.state, stored.content, stored.reasoning, stored.tools[0].state],
          ['done', 'Plant beans 🌱', 'Let me see. ', 'done'],
        )
        assert.ok(!('pieces' in stored))
        assert.deepEqual(await restOf(readEvents(annAtB, turn.chatId)), [{ event: 'idle', data: {} }])
      })

      test('Stop at one ends the turn of the other [machines.stop]', async (t) => {
        const { agent, ann, annAtB } = instances
        const { turn, answer } = await begin(agent, ann)
        answer.text('Plant ')
        await readUntil(readEvents(ann, turn.chatId), 'Plant ')
        const began = performance.now()
        const stopped = await annAtB.post(`/api/tasks/chat/${turn.chatId}/stop`)
        const took = performance.now() - began
        assert.equal(stopped.json.message, 'Stopped.')
        await answer.closed
        const { state, content } = (await messagesOf(annAtB, turn.chatId))[turn.answerId]
        assert.deepEqual([state, content], ['stopped', 'Plant '])
        t.diagnostic(`stopped after ${Math.round(took)} ms`)
        assert.ok(took < 3000, `it took ${took} ms`) // one second on an idle computer
        const again = await annAtB.post(`/api/tasks/chat/${turn.chatId}/stop`)
        assert.equal(again.json.message, 'Nothing was running.')
      })

      test('a question of a turn at one is answered at the other, by the bus alone [machines.questions]', async () => {
        const { agent, ann, annAtB } = instances
        const { turn, answer } = await begin(agent, ann)
        const question = {
          id: 'q1',
          server: 'desk',
          message: 'How many?',
          subject: { kind: 'form', fields: [] },
          until: Date.now() + 60_000,
        }
        const about = { id: 't1/question-1', name: 'book', title: 'desk asks' }
        answer.raw(toolLine({ ...about, state: 'running', question }))
        const events = readEvents(annAtB, turn.chatId)
        for (let shown; shown?.id !== 'q1';) {
          const { data } = (await events.next()).value
          shown = (data.tool ?? data.message?.tools?.[0])?.question
        }
        const path = `/api/v1/chats/${turn.chatId}/questions/q1`
        const body = { action: 'accept', content: { count: 3 } }
        agent.script((reply) => reply.status(200, { status: 'taken' }))
        const atB = await annAtB.post(path, body)
        if (way === 'the store') assert.equal(atB.status, 503)
        const taken = way === 'the store' ? await ann.post(path, body) : atB
        assert.deepEqual([taken.status, taken.json], [200, { status: 'taken' }])
        const sent = agent.completions.at(-1)!
        assert.deepEqual(sent.body, body)
        assert.equal(sent.headers['x-chatapp-user-email'], 'ann@example.com')
        for (const [status, refusal] of [
          ['over', 404],
          ['answered_before', 409],
        ] as const) {
          agent.script((reply) => reply.status(200, { status }))
          assert.equal((await ann.post(path, body)).status, refusal)
        }
        answer.text('Thanks')
        done(answer)
        await restOf(events)
        const { tools } = (await messagesOf(annAtB, turn.chatId))[turn.answerId]
        assert.deepEqual(tools, [
          { ...about, state: 'done', asked: { server: 'desk', action: 'cancel' }, reasoning_at: 0 },
        ])
        assert.equal((await annAtB.post(path, body)).status, 404)
      })

      test('a person whose account is deleted at one instance has no running turn at the other [machines.stop]', async () => {
        const { agent, ann, b, at } = instances
        const bob = await signUpAt(ann.url, 'Bob')
        await ann.post(`/api/v1/users/${bob.id}/update`, { role: 'admin' })
        const { turn, answer } = await begin(agent, bob)
        await at(ann, b).post(`/api/v1/users/${bob.id}/update`, { role: 'pending' })
        await answer.closed
        assert.equal((await at(bob, b).get(`/api/v1/chats/${turn.chatId}/events`)).status, 401)
      })

      test('a reader of a shared chat follows a turn that begins at the other instance [machines.read]', async () => {
        const { agent, ann, b, at } = instances
        const cem = await signUpAt(ann.url, 'Cem')
        await ann.post(`/api/v1/users/${cem.id}/update`, { role: 'admin' })
        agent.notify({ '/prompts': { data: [] } })
        const first = await ask(ann)
        await restOf(readEvents(ann, first.chatId))
        const form = { audience: 'people', people: [cem.id], live: true }
        const { id } = (await ann.post(`/api/v1/chats/${first.chatId}/share`, form)).json
        const events = readStream(at(cem, b), `/api/v1/shares/${id}/events`)
        const joined = nextEvent(events, 'snapshot')
        const { turn, answer } = await begin(agent, ann, { chat_id: first.chatId, parent_id: first.answerId })
        assert.equal((await joined).data.message.id, turn.answerId)
        answer.text('Plant beans. ')
        await nextEvent(events, 'delta')
        done(answer)
        assert.equal((await nextEvent(events, 'answered')).data.message.content, 'Plant beans. ')
        await events.return(undefined)
      })
    },
  )

describe(
  'two instances whose bus fails',
  {
    skip: postgresPrograms ? NATS : 'no Postgres programs on this machine',
  },
  () => {
    let nats: OwnNats
    let instances: Machines
    before(async () => {
      nats = await startNats({ after })
      instances = await startInstances({ after }, nats)
    })

    test('a piece that is too large for the bus is read from the store, and further pieces follow [machines.large]', async () => {
      const { agent, ann, annAtB } = instances
      const { turn, answer } = await begin(agent, ann)
      const events = readEvents(annAtB, turn.chatId)
      answer.text('Plant ')
      await readUntil(events, 'Plant ')
      const large = 'beans '.repeat(100_000)
      answer.text(large)
      await readUntil(events, large)
      answer.text('and peas')
      await readUntil(events, 'and peas')
      done(answer)
      assert.equal((await restOf(events)).at(-1)!.data.message.content, `Plant ${large}and peas`)
    })

    test('pieces reach the other instance as they are written [machines.read]', async (t) => {
      const { agent, ann, annAtB } = instances
      const { turn, answer } = await begin(agent, ann)
      const events = readEvents(annAtB, turn.chatId)
      answer.text('begin ')
      await readUntil(events, 'begin ')
      const took: number[] = []
      for (let n = 0; n < 200; n++) {
        const sentAt = performance.now()
        answer.text(`piece ${n} `)
        await readUntil(events, `piece ${n} `)
        took.push(performance.now() - sentAt)
      }
      done(answer)
      await restOf(events)
      const at = (share: number) => took.toSorted((x, y) => x - y)[Math.floor(took.length * share)]!
      t.diagnostic(
        `a piece from one machine at the other: p50 ${at(0.5).toFixed(1)}, p99 ${at(0.99).toFixed(1)} ms`,
      )
      assert.ok(at(0.5) < 250, 'by the store it would take half a second') // p99 is 50 ms on an idle computer
    })

    test('readers read on while its server is gone, and Stop works without it and after its return [machines.bus-gone]', async () => {
      const { agent, ann, annAtB } = instances
      const { turn, answer } = await begin(agent, ann)
      const events = readEvents(annAtB, turn.chatId)
      answer.text('one ')
      await readUntil(events, 'one ')
      await nats.stop()
      answer.text('two ')
      await readUntil(events, 'two ')
      await nats.start()
      answer.text('three ')
      await readUntil(events, 'three ')
      nats.halt()
      answer.text('four ')
      await readUntil(events, 'four ')
      nats.goOn()
      const stopped = await annAtB.post(`/api/tasks/chat/${turn.chatId}/stop`)
      assert.equal(stopped.json.message, 'Stopped.')
      const end = (await restOf(events)).at(-1)!
      assert.deepEqual(
        [end.event, end.data.message.state, end.data.message.content],
        ['end', 'stopped', 'one two three four '],
      )

      await nats.stop()
      const second = written(agent)
      const next = await ask(ann, { chat_id: turn.chatId, parent_id: turn.answerId })
      await second
      await annAtB.post(`/api/tasks/chat/${turn.chatId}/stop`)
      assert.equal((await messagesOf(ann, turn.chatId))[next.answerId].state, 'stopped')
    })
  },
)
