import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { folderWith } from '../support/folder.ts'
import { hub, HUB, servicesOfNamed, WARM_START } from '../support/hub-command.ts'
import { inboxOf } from '../support/inboxes.ts'

interface Ready {
  edge: string | null
  hubs: [{ slug: string; inbound: string | null; webhooks: string[] }]
}

async function started(t: TestContext, args: string[], secret = 's3cret') {
  const child = spawn(process.execPath, [HUB, ...args, '--json'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ...WARM_START,
      SVC_PROCESSES: 'single',
      PORT: '0',
      BRIDGE_PORT: '0',
      SVC_INBOUND_PORT: '0',
      WEBHOOK_INBOUND_SECRET: secret,
      ...(await servicesOfNamed(args)),
    },
  })
  t.after(() => child.kill('SIGKILL'))
  const errors = text(child.stderr)
  const ended = once(child, 'exit')
  const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>
  const first = await Promise.race([line, ended.then(() => null)])
  if (first === null) throw new Error(await errors)
  const ready = JSON.parse(first[0]) as Ready
  const stop = async () => {
    child.kill('SIGTERM')
    const [code] = (await ended) as [number | null]
    return code
  }
  return { ready, stop, errors }
}

const hubFolder = async (t: TestContext) =>
  join(await folderWith(t, { 'orders/agent.md': '---\nname: Orders\n---\nBe brief.\n' }), 'orders')

const deliver = async (url: string, headers: Record<string, string> = {}, method = 'POST') => {
  const sent = { 'X-Webhook-Secret': 's3cret', 'Content-Type': 'application/json', ...headers }
  const response = await fetch(url, { method, headers: sent, ...(method === 'POST' && { body: '{"n":1}' }) })
  return { status: response.status, body: await response.text(), headers: response.headers }
}

test('hub run --webhook stores a delivery that comes through the edge, once [webhook.edge]', async (t) => {
  const folder = await hubFolder(t)
  const { ready, stop } = await started(t, ['run', folder, '--webhook'])
  const [{ slug, inbound }] = ready.hubs
  assert.equal(slug, 'orders')
  assert.match(inbound!, /^http:\/\/127\.0\.0\.1:\d+$/)
  const url = `${ready.edge}/webhooks/orders/webhook`
  assert.deepEqual(ready.hubs[0].webhooks, [url])
  const [first, again, forbidden, got] = [
    await deliver(url),
    await deliver(url),
    await deliver(url, { 'X-Webhook-Secret': 'wrong' }),
    await deliver(url, {}, 'GET'),
  ]
  assert.deepEqual([first.status, first.body], [200, 'ok'])
  assert.deepEqual(
    [again.status, again.body],
    [200, 'duplicate'],
    'no request id of the edge made it another',
  )
  assert.deepEqual([forbidden.status, forbidden.body], [403, 'forbidden'])
  assert.deepEqual([got.status, got.headers.get('allow')], [405, 'POST'])
  assert.equal((await deliver(`${ready.edge}/webhooks/other/webhook`)).status, 404)
  assert.equal((await deliver(`${ready.edge}/webhooks/orders/other`)).status, 404)
  assert.equal(await stop(), 0)
  assert.equal(await inboxOf({ hubFolder: folder, slug: 'orders' }, 'webhook').count('pending'), 1)
})

test('hub run without the option has no webhook, with a secret or without [webhook.edge] [webhook.off]', async (t) => {
  const folder = await hubFolder(t)
  const { ready } = await started(t, ['run', folder])
  assert.equal(ready.hubs[0].inbound, null)
  assert.equal((await deliver(`${ready.edge}/webhooks/orders/webhook`)).status, 404)
  assert.equal(existsSync(join(folder, '.inbound')), false)
})

test('hub inbound receives beside a running Hub, and says where [cli.inbound]', async (t) => {
  const folder = await hubFolder(t)
  await started(t, ['run', folder])
  const { ready, stop } = await started(t, ['inbound', folder])
  const answer = await deliver(`${ready.hubs[0].inbound}/webhooks/orders/webhook`)
  assert.deepEqual([answer.status, answer.body], [200, 'ok'])
  assert.equal(await stop(), 0)
})

test('the table of addresses contains the complete address of every endpoint, and each accepts a delivery [cli.webhook-addresses]', async (t) => {
  const root = await folderWith(t, {
    'Größe/agent.md': '---\nname: Orders\n---\nBe brief.\n',
    'Größe/inbound/webhooks.yaml':
      'endpoints:\n  - { name: 菜園, secret_env: GARDEN_SECRET }\n  - { name: closed, secret_env: NOT_SET }\n',
    'Größe/.env': 'GARDEN_SECRET=s3cret\n',
  })
  for (const [command, ...options] of [['run', '--webhook'], ['inbound']] as const) {
    const child = spawn(process.execPath, [HUB, command, join(root, 'Größe'), ...options], {
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        ...WARM_START,
        SVC_PROCESSES: 'single',
        PORT: '0',
        BRIDGE_PORT: '0',
        SVC_INBOUND_PORT: '0',
        WEBHOOK_INBOUND_SECRET: 's3cret',
        ...(await servicesOfNamed([command, join(root, 'Größe')])),
      },
    })
    t.after(() => child.kill('SIGKILL'))
    let printed = ''
    for await (const line of createInterface({ input: child.stdout })) {
      printed += `${line}\n`
      if (line.includes('Ctrl-C')) break
    }
    const addresses = [...printed.matchAll(/http:\/\/\S*\/webhooks\/\S*/g)].map(([address]) => address)
    assert.deepEqual(
      addresses.map((address) => decodeURIComponent(new URL(address).pathname)),
      ['/webhooks/größe/webhook', '/webhooks/größe/菜園'],
    )
    for (const address of addresses)
      assert.equal((await deliver(address, { 'X-Delivery-Id': command })).body, 'ok', address)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
})

test('a receiver without a secret has nothing to do: it names the variable and exits with 2 [cli.inbound]', async (t) => {
  const { code, stderr } = await hub(['inbound', await hubFolder(t)])
  assert.equal(code, 2)
  assert.match(stderr, /^error .*WEBHOOK_INBOUND_SECRET.*$/m)
  assert.doesNotMatch(stderr, /^ {4}at /m, 'no stack')
})

test('a Hub asked for a surface without its variables does not start, and names them [cli.inbound] [webhook.off]', async (t) => {
  const folder = await hubFolder(t)
  for (const [surface, named] of [
    ['webhook', /WEBHOOK_INBOUND_SECRET/],
    ['chat-a', /CHATA_VERIFY_TOKEN and CHATA_APP_SECRET/],
    ['chat-b', /CHATB_WEBHOOK_SECRET/],
    ['team-chat', /TEAMCHAT_APP_TOKEN and TEAMCHAT_BOT_TOKEN/],
    ['mattermost', /MATTERMOST_URL and MATTERMOST_BOT_TOKEN/],
  ] as const)
    for (const command of ['run', 'inbound']) {
      const { code, stderr } = await hub([command, folder, `--${surface}`])
      assert.deepEqual([code, named.test(stderr)], [2, true], `${command} --${surface}: ${stderr}`)
    }
  const { code, stderr } = await hub(['run', folder], { environment: { SVC_INBOUND: 'chat-b' } })
  assert.deepEqual([code, /CHATB_WEBHOOK_SECRET/.test(stderr)], [2, true], stderr)
})

test('a signing key that holds nothing is a configuration error [cli.inbound]', async (t) => {
  const environment = { WEBHOOK_INBOUND_SECRET: 'whsec_', WEBHOOK_INBOUND_STANDARD: 'true' }
  const { code, stderr } = await hub(['inbound', await hubFolder(t)], { environment })
  assert.equal(code, 2)
  assert.match(stderr, /WEBHOOK_INBOUND_SECRET: expected base64/)
})
