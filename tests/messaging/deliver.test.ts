import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { freePort } from '../support/free-ports.ts'
import { SECRET, SLUG, startDeliveringHub, startReceiver } from './deliver-world.ts'
import { until } from '../support/until.ts'

const inOrder = <T extends readonly unknown[]>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))

const withReceiver = async (t: TestContext) => {
  const receiver = await startReceiver(t)
  const hub = await startDeliveringHub(t, {
    HOOK_SECRET: SECRET,
    SVC_FETCH_ALLOW_HOSTS: `127.0.0.1:${receiver.port}`,
  })
  return { receiver, hub, hook: `webhook: ${receiver.url}/secret-path?key=k, secret: HOOK_SECRET` }
}

test('a result goes to a person’s chat, the task’s next result goes to the same chat, and the person can reply there [deliver.chat]', async (t) => {
  const hub = await startDeliveringHub(t)
  await hub.writeTask('harvest', 'deliver: { chat: Ann@example.com }')
  const [first] = await hub.delivered('harvest')
  assert.deepEqual([first?.by, first?.to, first?.state], ['chat', 'ann@example.com', 'delivered'])
  assert.ok(first?.delivered_at)
  await hub.delivered('harvest')
  await hub.writeTask('frost', 'deliver: [{ chat: ann@example.com }]', 'echo cold >&2; exit 3')
  await hub.delivered('frost')
  const chats = await hub.chatsOf(hub.ann)
  await hub.answer(chats.find(({ title }) => title === 'The frost')!.id, '/say close the window')
  const answered = (await hub.chatsOf(hub.ann)).find(({ title }) => title === 'The frost')
  assert.deepEqual(answered?.said.slice(1), ['/say close the window', 'close the window'])
  assert.deepEqual(inOrder(chats.map(({ title, said }) => [title, said])), [
    ['The frost', ['**The frost** failed: It ended with exit status 3.']],
    ['The harvest', Array.from({ length: 2 }, () => '**The harvest** is done.\n\nThree ripe *tomatoes*.')],
  ])
})

test('the result of a workflow goes where its file says [deliver.chat]', async (t) => {
  const hub = await startDeliveringHub(t)
  const lines = [
    'deliver: [{ chat: ann@example.com, on: success }]',
    'steps:',
    '  - { id: count, run: echo 3 beds }',
  ]
  await mkdir(join(hub.folder, 'workflows'))
  await writeFile(join(hub.folder, 'workflows/beds.yaml'), lines.join('\n'))
  await until(async () => 'beds' in (await hub.problems()))
  const [delivery] = await hub.settled(await hub.run('beds', 'beds'))
  assert.equal(delivery?.state, 'delivered')
  assert.deepEqual(
    (await hub.chatsOf(hub.ann)).map(({ title, said }) => [title, said]),
    [['beds', ['**beds** is done.\n\n3 beds']]],
  )
})

test('the recipient’s access is checked at delivery: without access the result is refused, with the reason [deliver.gate]', async (t) => {
  const hub = await startDeliveringHub(t)
  const ben = await hub.person('ben@example.com')
  await hub.writeTask('harvest', 'deliver: [{ chat: ben@example.com }, { chat: nobody@example.com }]')
  await hub.ann.call('POST', '/portal/api/people/block', { subject: 'ben@example.com', suspended: true })
  const run = await hub.run('harvest')
  const refused = await hub.settled(run)
  assert.deepEqual(inOrder(refused.map(({ to, state, reason }) => [to, state, reason])), [
    ['ben@example.com', 'refused', 'blocked'],
    ['nobody@example.com', 'failed', 'nobody@example.com has no account in the web chat'],
  ])
  await hub.ann.call('POST', '/portal/api/people/block', { subject: 'ben@example.com', suspended: false })
  await hub.sendAgain(refused.find(({ to }) => to === 'ben@example.com')!.id)
  assert.equal((await hub.settled(run)).find(({ to }) => to === 'ben@example.com')?.state, 'delivered')
  assert.equal((await hub.chatsOf(await hub.again(ben))).length, 1)
})

test('a webhook gets a signed result: a temporary failure is retried with the same id, a refusal is not [deliver.webhook]', async (t) => {
  const { receiver, hub, hook } = await withReceiver(t)
  await hub.writeTask('harvest', `deliver: { ${hook} }`)
  receiver.answers.push(503, 'hang up')
  const [delivery] = await hub.delivered('harvest')
  assert.deepEqual(
    [delivery?.by, delivery?.to, delivery?.state, delivery?.attempts],
    ['webhook', receiver.url, 'delivered', 3],
  )
  assert.equal(new Set(receiver.taken.map(({ id }) => id)).size, 1)
  const { type, data } = receiver.taken[2]!.body
  assert.equal(type, 'run.succeeded')
  const { name, workflow, outcome, result, error } = data
  assert.deepEqual(
    { name, workflow, outcome, result, error },
    {
      name: 'The harvest',
      workflow: 'md:harvest',
      outcome: 'done',
      result: 'Three ripe *tomatoes*.',
      error: null,
    },
  )
  for (const [answer, state, reason] of [
    [400, 'failed', 'it answered 400'],
    [{ status: 307, headers: { location: `${receiver.url}/elsewhere` } }, 'failed', 'it answered 307'],
    [410, 'failed', 'it answered 410: it accepts no more deliveries'],
  ] as const) {
    const before = receiver.received.length
    receiver.answers.push(answer)
    const [ended] = await hub.delivered('harvest')
    assert.deepEqual([ended?.state, ended?.reason, receiver.received.length], [state, reason, before + 1])
  }
  const before = receiver.received.length
  const [closed] = await hub.delivered('harvest')
  assert.deepEqual([closed?.state, receiver.received.length], ['failed', before])
  await hub.sendAgain(closed!.id)
  await until(() => receiver.received.length === before + 1)
  assert.deepEqual(receiver.refused, [])
  assert.doesNotMatch(hub.errors(), /secret-path|key=k|whsec/)
})

test('a result is sent on success, on failure, or always, and an unfinished run has failed [deliver.on]', async (t) => {
  const { receiver, hub, hook } = await withReceiver(t)
  const deliver = ['success', 'failure', 'always'].map((on) => `{ ${hook}, on: ${on} }`).join(', ')
  await hub.writeTask('good', `deliver: [${deliver}]`)
  await hub.writeTask('bad', `deliver: [${deliver}]`, 'exit 75')
  assert.equal((await hub.delivered('good')).length, 2)
  assert.equal((await hub.delivered('bad')).length, 2)
  assert.deepEqual(inOrder(receiver.taken.map(({ body }) => [body.type, body.data.outcome])), [
    ['run.failed', 'incomplete'],
    ['run.failed', 'incomplete'],
    ['run.succeeded', 'done'],
    ['run.succeeded', 'done'],
  ])
})

test('the secret of a webhook is in the Hub’s .env, and its scripts do not see it [deliver.secret]', async (t) => {
  const receiver = await startReceiver(t)
  const allowed = { SVC_FETCH_ALLOW_HOSTS: `127.0.0.1:${receiver.port}` }
  const hub = await startDeliveringHub(t, allowed, { dotEnv: `SIGNS=${SECRET}\nSEEN=a plain word\n` })
  const deliver = `deliver: { webhook: ${receiver.url}, secret: SIGNS }`
  await hub.writeTask('harvest', deliver, 'echo "${SEEN:-none}, ${SIGNS:-none}"')
  const [delivery] = await hub.delivered('harvest')
  assert.deepEqual([delivery?.state, receiver.refused], ['delivered', []])
  assert.equal(receiver.taken[0]!.body.data.result, 'a plain word, none')
})

test('a kill at any moment loses and duplicates no result, and waiting results are sent after the next start [deliver.crash]', async (t) => {
  const port = await freePort()
  const hub = await startDeliveringHub(t, {
    HOOK_SECRET: SECRET,
    SVC_FETCH_ALLOW_HOSTS: `127.0.0.1:${port}`,
  })
  const deliver = `{ chat: ann@example.com }, { webhook: http://127.0.0.1:${port}, secret: HOOK_SECRET }`
  await hub.writeTask('harvest', `deliver: [${deliver}]`)
  const run = await hub.run('harvest')
  await until(async () => (await hub.deliveries(run)).length > 0)
  await hub.killAndRestart()
  const receiver = await startReceiver(t, port)
  const deliveries = await hub.settled(run)
  assert.deepEqual(inOrder(deliveries.map(({ by, state }) => [by, state])), [
    ['chat', 'delivered'],
    ['webhook', 'delivered'],
  ])
  assert.equal(new Set(receiver.taken.map(({ id }) => id)).size, 1)
  assert.deepEqual(
    (await hub.chatsOf(hub.ann)).map(({ said }) => said.length),
    [1],
  )
})

test('a run with a killed process has failed, and this result is delivered [deliver.crash]', async (t) => {
  const hub = await startDeliveringHub(t)
  await hub.writeTask('harvest', 'deliver: { chat: ann@example.com, on: failure }', 'echo begun; sleep 60')
  const run = await hub.run('harvest')
  await until(async () => (await hub.ann.call('GET', `/portal/api/runs/${SLUG}/${run}`)).status === 'running')
  await hub.killAndRestart()
  assert.deepEqual(
    (await hub.settled(run)).map(({ state }) => state),
    ['delivered'],
  )
  const [chat] = await hub.chatsOf(hub.ann)
  assert.match(chat!.said[0]!, /^\*\*The harvest\*\* failed: Interrupted/)
})

test('a cancelled run is delivered to no one [deliver.on]', async (t) => {
  const hub = await startDeliveringHub(t)
  await hub.writeTask('harvest', 'deliver: { chat: ann@example.com }', 'sleep 60')
  const run = await hub.run('harvest')
  await hub.ann.call('POST', '/portal/api/runs/cancel', { hub: SLUG, run_id: run })
  assert.deepEqual(await hub.settled(run), [])
})

test('an error in `deliver` is a problem of the file, and appears in the run [deliver.problems]', async (t) => {
  const hub = await startDeliveringHub(t)
  await hub.writeTask('unset', 'deliver: { webhook: "https://a.example/x", secret: NO_SECRET }')
  await hub.writeTask('channel', 'deliver: { channel: chat-a, to: "+491234567" }')
  await writeFile(
    join(hub.folder, 'tasks/unknown.md'),
    '---\nrun: scripts/unset.sh\ndeliver:\n  - { channel: pigeon, to: Ann }\n---\n',
  )
  await until(async () => 'md:unknown' in (await hub.problems()))
  const problems = await hub.problems()
  assert.match(problems['md:unset']!, /unset\.md:4:\d+: deliver: the variable NO_SECRET is not set/)
  assert.match(problems['md:channel']!, /chat-a lacks CHATA_ACCESS_TOKEN and CHATA_PHONE_NUMBER_ID/)
  assert.match(problems['md:unknown']!, /unknown\.md:4:\d+: .*expected one of chat-a, chat-b/)
  const [failed] = await hub.delivered('unset')
  assert.equal(failed?.state, 'failed')
  assert.match(failed?.reason ?? '', /NO_SECRET is not set/)
  const run = await hub.run('channel')
  const [unsent] = await hub.settled(run)
  assert.match(unsent?.reason ?? '', /chat-a lacks CHATA_ACCESS_TOKEN/)
  await hub.sendAgain(unsent!.id)
  await until(async () => (await hub.deliveries(run))[0]?.reason === 'the channel is not set up here')
})
