import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testClock } from '../support/clock.ts'
import { ask, finished, nextEvent, readStream, signalled, turnForm } from './page.ts'
import { FILE_LINK, startSharing } from './shares-world.ts'

const tool = (fields: object) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: null }], svc: { type: 'tool', ...fields } })}\n\n`

test('readers hear answers grow as the owner’s pages do, without links, arguments and reasoning, and stop nothing [shares.live]', async (t) => {
  const { chat, bob, cem, make, share, read } = await startSharing(t)
  const id = await make()
  const shareId = (await share(id, { live: true })).json.id
  const events = readStream(cem, `/api/v1/shares/${shareId}/events`)
  const joined = nextEvent(events, 'snapshot')
  const go = signalled()
  chat.agent.script(async (answer) => {
    await go.promise
    answer.reasoning('SECRET thought')
    answer.raw(tool({ id: 't1', name: 'read_file', state: 'done', title: 'Read SECRET', input: '"SECRET"' }))
    for (const piece of ['Here: [plan](/arti', `facts/${id}/plan.md?t=SIG`, 'NATURE&e=1) ', 'done'])
      answer.text(piece)
    answer.finish('stop')
    answer.done()
  })
  const turn = await ask(bob, { chat_id: id, parent_id: 'm3' })
  assert.equal((await joined).data.message.id, turn.answerId)
  const taken = []
  go.resolve()
  for (;;) {
    const { value } = await events.next()
    taken.push(value)
    if (value.event === 'answered') break
  }
  const text = JSON.stringify(taken)
  assert.doesNotMatch(text, /SECRET|SIG|NATURE/)
  const output = taken
    .filter(({ event }) => event === 'delta')
    .map(({ data }) => data.content)
    .join('')
  const whole = `Here: [plan](/api/v1/shares/${shareId}/saved/plan.md) done`
  assert.deepEqual([output, taken.at(-1)!.data.message.content], [whole, whole])
  assert.deepEqual(taken.find(({ event }) => event === 'tool')!.data.tool.title, 'Read file')
  assert.equal((await read(cem, shareId)).json.current_id, turn.answerId)

  const mine = turnForm({ chat_id: id, parent_id: turn.promptId, user_message: null })
  assert.equal((await cem.post('/api/chat/completions', mine)).status, 404)
  chat.agent.script(async (answer) => {
    answer.text('again ')
    await new Promise(() => {})
  })
  const second = await ask(bob, { chat_id: id, parent_id: turn.answerId })
  assert.equal(
    (await nextEvent(events, 'snapshot')).data.message.id,
    second.answerId,
    'the next one, on the same line',
  )
  for (const refused of [
    await cem.post(`/api/tasks/chat/${id}/stop`),
    await cem.get(`/api/v1/chats/${id}/events`),
    await cem.get(`/api/v1/chats/${id}/messages`),
    await cem.post(`/api/v1/chats/${shareId}/update`, { title: 'Mine' }),
  ])
    assert.ok([401, 404].includes(refused.status), refused.text)
  await events.return(undefined)
  const late = readStream(cem, `/api/v1/shares/${shareId}/events`)
  assert.equal((await nextEvent(late, 'snapshot')).data.message.id, second.answerId)
  await late.return(undefined)
  await bob.post(`/api/tasks/chat/${id}/stop`)
  await finished(bob, second)
})

test('a reader learns within five seconds that a share has ended, and receives nothing more [shares.ended]', async (t) => {
  const clock = testClock()
  const { bob, cem, make, share, publish } = await startSharing(t, { clock })
  const id = await make()
  for (const [live, end] of [
    [true, () => bob.delete(`/api/v1/chats/${id}/share`)],
    [false, () => publish([bob])],
  ] as const) {
    const shareId = (await share(id, { live })).json.id
    const events = readStream(cem, `/api/v1/shares/${shareId}/events`)
    const first = events.next()
    await clock.sleeperFor(4000)
    await bob.post(`/api/v1/chats/${id}/update`, { title: `Moss ${live}` })
    if (live) {
      clock.advance(4000)
      assert.equal((await first).value.event, 'changed')
      await clock.sleeperFor(4000)
    }
    await end()
    clock.advance(4000)
    const last = live ? await events.next() : await first
    assert.equal(last.value.event, 'closed')
    assert.equal((await events.next()).done, true)
  }
})

test('an answer on a branch that is not shown is not heard [shares.live]', async (t) => {
  const clock = testClock()
  const { chat, bob, cem, make, share } = await startSharing(t, { clock })
  const id = await make()
  const shareId = (await share(id, { live: true })).json.id
  chat.agent.script(async (answer) => {
    answer.text(`SECRET ${FILE_LINK(id)}`)
    await new Promise(() => {})
  })
  const turn = await ask(bob, { chat_id: id, parent_id: 'm1' })
  await bob.post(`/api/v1/chats/${id}/update`, { current_id: 'm3' })
  const events = readStream(cem, `/api/v1/shares/${shareId}/events`)
  const first = events.next()
  await clock.sleeperFor(4000)
  await bob.post(`/api/v1/chats/${id}/update`, { current_id: turn.answerId })
  clock.advance(4000)
  assert.equal((await first).done, true, 'the page comes back, and hears it')
  await bob.post(`/api/tasks/chat/${id}/stop`)
})
