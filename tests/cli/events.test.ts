import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startInbound } from '#processes/inbound.ts'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'
import { freePorts } from '../support/free-ports.ts'
import { servicesOfHub } from '../support/own-services.ts'
import { deliverTo } from '../support/inboxes.ts'
import { until } from '../support/until.ts'

const SECRET = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

for (const [mode, variables] of [
  ['secret', {}],
  ['hmac', { WEBHOOK_INBOUND_HMAC: 'true' }],
  ['standard', { WEBHOOK_INBOUND_STANDARD: 'true' }],
] as const)
  test(`hub events test signs a delivery as a sender with a ${mode} would [inbox.cli]`, async (t) => {
    const [port] = await freePorts(1)
    const folder = await folderWith(t, {
      'agent.md': 'You help.',
      '.env': [
        `WEBHOOK_INBOUND_SECRET=${mode === 'standard' ? 'whsec_' : ''}${SECRET}`,
        `SVC_INBOUND_PORT=${port}`,
        ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
      ].join('\n'),
    })
    const test = ['events', 'test', '--hub', folder, '--body', '{"n":1}', '--query', 'kind=push']
    const unanswered = await hub(test)
    assert.deepEqual([unanswered.code, unanswered.stdout], [1, ''])
    assert.match(unanswered.stderr, /no receiver runs; start one with/)
    await using receiver = await startInbound({
      hubFolder: folder,
      environment: {
        ...variables,
        WEBHOOK_INBOUND_SECRET: `${mode === 'standard' ? 'whsec_' : ''}${SECRET}`,
        SVC_INBOUND: 'webhook',
        SVC_INBOUND_PORT: String(port),
        SVC_LOG_LEVEL: 'error',
        ...(await servicesOfHub(folder)),
      },
    })
    assert.ok(receiver.url.endsWith(`:${port}`))
    const strange = await hub([...test, '--content-type', 'a\nb'])
    assert.match(strange.stderr, /^error --content-type: expected what a header may hold/)
    const sent = await hub(test)
    assert.equal(sent.code, 0, sent.stderr)
    assert.match(sent.stdout, /^200 ok {2}test-/)
    const listed = await hub(['events', 'list', '--hub', folder, '--json'])
    assert.deepEqual(
      [JSON.parse(listed.stdout).preview, JSON.parse(listed.stdout).state],
      ['{"n":1}', 'pending'],
    )
  })

test('hub events wait shows a delivery at the test address, and why one was refused [inbox.wait]', async (t) => {
  const [port] = await freePorts(1)
  const folder = await folderWith(t, {
    'agent.md': 'You help.',
    '.env': `WEBHOOK_INBOUND_SECRET=${SECRET}\nSVC_INBOUND_PORT=${port}\nSVC_HUB_SLUG=garden`,
  })
  await using receiver = await startInbound({
    hubFolder: folder,
    environment: {
      WEBHOOK_INBOUND_SECRET: SECRET,
      SVC_INBOUND: 'webhook',
      SVC_INBOUND_PORT: String(port),
      SVC_HUB_SLUG: 'garden',
      SVC_LOG_LEVEL: 'error',
      ...(await servicesOfHub(folder)),
    },
  })
  const unknown = await hub(['events', 'wait', '--hub', folder, '--endpoint', 'webhok'])
  assert.match(unknown.stderr, /serves no endpoint webhok; did you mean webhook\?/)
  const waiting = hub(['events', 'wait', '--hub', folder])
  const deliver = async (secret: string) => {
    const address = `${receiver.url}/webhooks/garden/webhook/test`
    const headers = { 'x-webhook-secret': secret, 'content-type': 'application/json' }
    return (await fetch(address, { method: 'POST', headers, body: '{"n":1}' })).status
  }
  await until(async () => (await deliver('wrong')) !== 404, { everyMs: 100 })
  await sleep(600) // longer than the command's pause between two reads
  assert.equal(await deliver(SECRET), 200)
  const { code, stdout } = await waiting
  assert.equal(code, 0)
  assert.match(stdout, /^waiting for a delivery until \S+ at http\S+\/webhook\/test\nrefused: .*secret/)
  assert.match(stdout, /"n": 1/)
})

test('events are listed, shown, put aside, released and replayed, and that is recorded [inbox.cli]', async (t) => {
  const folder = await folderWith(t, { 'agent.md': 'You help.' })
  const query = [
    ['token', SECRET],
    ['kind', 'push'],
  ] as const
  const [name] = await deliverTo({ hubFolder: folder }, 'webhook', [{ ref: 'main' }], query)
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await hub(['events', ...args, '--hub', folder])
    assert.equal(code, 0, stderr)
    return stdout.trim()
  }
  assert.match(await run('list'), /^\S+\.json  pending  \S+Z  \{"ref":"main"\}$/)
  const shown = await run('show', name!)
  assert.match(shown, /^query\s+token=•••&kind=push$/m)
  assert.match(shown, /\n\n\{\n {2}"ref": "main"\n\}$/)
  assert.equal(await run('quarantine', name!), name)
  assert.match(await run('list', '--state', 'quarantined'), /quarantined/)
  const copy = await run('replay', name!)
  assert.notEqual(copy, name)
  assert.equal(await run('release', name!), name)
  assert.deepEqual(
    (await run('list', '--json')).split('\n').map((line) => JSON.parse(line).state),
    ['pending', 'pending'],
  )

  const missing = await hub(['events', 'release', '--hub', folder, name!])
  assert.deepEqual([missing.code, missing.stdout], [1, ''])
  assert.match(missing.stderr, /is not in quarantine/)
  const { stdout } = await hub(['audit', 'list', '--ledger', 'access', '--json', '--hub', folder])
  const changes = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    changes.filter(({ action }) => action.startsWith('inbox.')).map(({ actor, action }) => [actor, action]),
    ['release', 'replay', 'quarantine'].map((act) => ['system:cli', `inbox.${act}`]),
  )
})

test('hub events refused says why deliveries were refused, and doctor points to the setting of a wrong id [inbox.cli-refused]', async (t) => {
  const folder = await folderWith(t, { 'agent.md': 'You help.', '.env': `WEBHOOK_INBOUND_SECRET=${SECRET}` })
  assert.equal((await hub(['events', 'refused', '--hub', folder])).stdout, 'no refused deliveries\n')
  {
    await using receiver = await startInbound({
      hubFolder: folder,
      environment: {
        WEBHOOK_INBOUND_SECRET: SECRET,
        SVC_INBOUND: 'webhook',
        SVC_INBOUND_PORT: '0',
        SVC_HUB_SLUG: 'orders',
        SVC_LOG_LEVEL: 'error',
        ...(await servicesOfHub(folder)),
      },
    })
    const post = (headers: Record<string, string>, body = '{}') =>
      fetch(`${receiver.url}/webhooks/orders/webhook`, { method: 'POST', headers, body })
    await post({ 'X-Hub-Signature-256': 'sha256=00' })
    await post({ 'X-Webhook-Secret': 'wrong' })
    for (const body of ['1', '2']) await post({ 'X-Webhook-Secret': SECRET, 'X-Webhook-Id': '12' }, body)
  }
  const refused = await hub(['events', 'refused', '--hub', folder])
  assert.match(
    refused.stdout,
    /webhook +its proof did not match the secret\n.*webhook +it had a proof of another kind \(x-hub-signature-256\)\n$/,
  )
  const [first] = (await hub(['events', 'refused', '--hub', folder, '--json'])).stdout.split('\n')
  assert.deepEqual([JSON.parse(first!).why, JSON.parse(first!).endpoint], ['mismatch', 'webhook'])
  const { stdout } = await hub(['doctor', folder])
  assert.match(
    stdout,
    /^warn webhook webhook +ignored 1 delivery .* in x-webhook-id at .*\n.*WEBHOOK_INBOUND_ID_HEADERS/m,
  )
})
