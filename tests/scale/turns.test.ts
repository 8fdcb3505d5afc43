import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { taskIdOf } from '#chatapp/turns/task-id.ts'
import type { Client } from '../chatapp/client.ts'
import { ask, turnForm, type AskedTurn } from '../chatapp/page.ts'
import { signUpAt } from '../chatapp/started-chatapp.ts'
import { postgresPrograms } from '../support/postgres.ts'
import { answerOf, askForHalf, at, ended, startInstances } from './started-instances.ts'
import { until } from '../support/until.ts'

/** Maximum time to detect a stopped instance, milliseconds. */
const SEEN_MS = 12_000

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'

async function instanceOfTurn(ann: Client, { chatId }: AskedTurn): Promise<string | null> {
  const read = async (path: string) =>
    (await ann.get(`/portal/api/${path}`, { cookie: `token=${ann.token}` })).json
  let instance: string | null = null
  await until(async () => {
    const trace = (await read('traces')).items.find((one: any) => one.chat_id === chatId)
    instance = trace && (await read(`traces/${trace.trace_id}`)).machine
    return instance !== null && instance !== undefined
  })
  return instance
}

describe('turns on two instances', { skip, timeout: 180_000 }, () => {
  test('run one at a time in a chat; a killed instance’s turn is interrupted on the other, and the chat continues [scale.turn-once] [scale.turn-lost] [scale.rows]', async () => {
    await using instances = await startInstances()
    const one = await instances.start('one')
    const ann = await signUpAt(one.url, 'Ann')
    const asked = await askForHalf(ann, 120_000)
    // The second instance starts while the first has a running turn, and must not take the turn over.
    const two = await instances.start('two')
    const annAtTwo = at(two, ann)
    assert.equal((await answerOf(annAtTwo, asked)).state, 'running')
    const next = { chat_id: asked.chatId, parent_id: asked.answerId, model: 'garden-team' }
    const second = await annAtTwo.post('/api/chat/completions', turnForm(next))
    assert.equal(second.status, 409, second.text)
    // Partial text is stored after at most a second.
    await until(async () => (await answerOf(annAtTwo, asked)).content === 'half')

    one.process.kill('SIGKILL')
    await one.ended
    const { message, ms } = await ended(annAtTwo, asked)
    assert.deepEqual(
      [message.state, message.content, message.error.code],
      ['interrupted', 'half', 'machine_lost'],
    )
    assert.ok(ms < SEEN_MS, `it took ${ms} ms`)
    const again = await ask(annAtTwo, { ...next, user_message: { content: '/say again' } })
    assert.deepEqual((await ended(annAtTwo, again)).message.content, 'again')
    assert.equal(await instanceOfTurn(annAtTwo, again), 'two')

    await two.stop()
    const rows = await instances.store.db
      .selectFrom('machines')
      .select(['name', 'ended_at_ms', 'draining'])
      .orderBy('name')
      .execute()
    assert.deepEqual(
      rows.map(({ name, ended_at_ms, draining }) => [name, ended_at_ms !== null, draining]),
      [
        ['one', false, 0],
        ['two', true, 0],
      ],
    )
    assert.deepEqual(await instances.store.db.selectFrom('turn_leases').selectAll().execute(), [])
  })

  test('one that was paused beyond its lease stores nothing more of its turn [scale.turn-fenced] [scale.turn-theirs]', async () => {
    await using instances = await startInstances()
    const [one, two] = [await instances.start('one'), await instances.start('two')]
    const ann = await signUpAt(one.url, 'Ann')
    const annAtTwo = at(two, ann)
    const lost = await askForHalf(ann, 3000)
    await until(async () => (await answerOf(annAtTwo, lost)).content === 'half')
    one.process.kill('SIGSTOP')
    const { message, ms } = await ended(annAtTwo, lost)
    assert.equal(message.error.code, 'machine_lost')
    assert.ok(ms < SEEN_MS, `it took ${ms} ms`)
    const next = { chat_id: lost.chatId, parent_id: lost.answerId }
    const live = await askForHalf(annAtTwo, 6000, next)

    one.process.kill('SIGCONT')
    const lostTask = taskIdOf(lost.chatId, lost.answerId)
    const tasks = async () => (await ann.get(`/api/tasks/chat/${lost.chatId}`)).json.task_ids
    await until(async () => !(await tasks()).includes(lostTask))
    const own = await ask(ann, { model: 'garden-team', user_message: { content: '/say own' } })
    assert.equal((await ended(ann, own)).message.content, 'own')
    assert.deepEqual(await answerOf(ann, lost), { ...message, childrenIds: [live.promptId] })
    assert.equal(await one.stop(), 0)
    assert.equal((await answerOf(annAtTwo, live)).state, 'running')
    assert.deepEqual(await answerOf(annAtTwo, lost), { ...message, childrenIds: [live.promptId] })
    assert.equal((await ended(annAtTwo, live)).message.content, 'half\nand whole')
  })
})
