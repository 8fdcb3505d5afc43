import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith } from '../support/folder.ts'
import { until } from '../support/until.ts'
import { send, signed, startReceiver } from './started-receiver.ts'
import { inboxOf } from '../support/inboxes.ts'

const FILE = 'inbound/webhooks.yaml'
const ENDPOINTS = `endpoints:
  - { name: github, secret_env: GITHUB_SECRET, mode: hmac, max_bytes: 100 }
  - { name: größe, secret_env: TOKEN_SECRET }
  - { name: svix, secret_env: SVIX_SECRET, mode: standard }
  - { name: closed, secret_env: NOT_SET }
`
const KEY = Buffer.alloc(32, 7)
const SECRETS = {
  GITHUB_SECRET: 'for github',
  TOKEN_SECRET: 'for others',
  SVIX_SECRET: `whsec_${KEY.toString('base64')}`,
}

const startWith = async (
  t: Parameters<typeof folderWith>[0],
  files: Record<string, string>,
  environment = {},
) => {
  const folder = await folderWith(t, { 'agent.md': 'A test.', ...files })
  const receiver = await startReceiver(t, { ...SECRETS, ...environment }, folder)
  const address = (name: string) => `${receiver.origin}/webhooks/orders/${encodeURIComponent(name)}`
  const stored = async (name: string) => {
    const inbox = inboxOf({ hubFolder: folder, slug: 'orders' }, name)
    return Promise.all(
      (await inbox.list('pending')).map(
        async (event) =>
          JSON.parse((await inbox.read('pending', event))!.toString()) as { name: string; body: unknown },
      ),
    )
  }
  return { ...receiver, address, stored }
}
const byGithub = (body: string) => ({
  method: 'POST',
  body,
  headers: {
    'X-Hub-Signature-256': `sha256=${createHmac('sha256', 'for github').update(body).digest('hex')}`,
  },
})
const withToken = (body: string) => signed(body, { 'X-Webhook-Secret': 'for others' })

test('each endpoint has its own secret, way to verify, limit and inbox [webhook.endpoints]', async (t) => {
  const { url, address, stored, events } = await startWith(t, { [FILE]: ENDPOINTS })
  assert.equal(await send(url, signed('{"n":0}')), '200 ok')
  assert.equal(await send(address('github'), byGithub('{"n":1}')), '200 ok')
  assert.equal(
    await send(address('größe'), withToken('{"n":1}')),
    '200 ok',
    'the same body elsewhere is no repeat',
  )
  assert.equal(await send(address('größe'), withToken('{"n":1}')), '200 duplicate')
  assert.equal(await send(address('github'), byGithub('x'.repeat(101))), '413 too large')
  const [id, time] = ['msg_1', String(Math.floor(Date.now() / 1000))]
  const signature = `v1,${createHmac('sha256', KEY).update(`${id}.${time}.{}`).digest('base64')}`
  const headers = { 'svix-id': id, 'svix-timestamp': time, 'svix-signature': signature }
  assert.equal(await send(address('svix'), { method: 'POST', body: '{}', headers }), '200 ok')
  for (const name of ['github', 'größe', 'svix', 'closed', 'nobody'])
    assert.equal(await send(address(name), { method: 'POST', body: '{}' }), '403 forbidden', name)
  assert.equal(await send(address('größe'), signed('{}')), '403 forbidden', 'another endpoint’s secret')
  assert.equal(
    await send(address('closed'), withToken('{}')),
    '404 not found',
    'without a secret it is not served',
  )
  assert.deepEqual(
    (await Promise.all([events(), stored('github'), stored('größe'), stored('svix')])).map((all) =>
      all.map((event) => event['name']),
    ),
    [['webhook'], ['github'], ['größe'], ['svix']],
  )
})

test('without WEBHOOK_INBOUND_SECRET the others are served [webhook.endpoints]', async (t) => {
  const { url, address } = await startWith(t, { [FILE]: ENDPOINTS }, { WEBHOOK_INBOUND_SECRET: '' })
  assert.equal(await send(address('größe'), withToken('{}')), '200 ok')
  assert.equal(await send(url, signed('{}')), '403 forbidden')
})

test('the file is followed: endpoints appear and disappear, a broken version changes nothing, a new secret is read from .env [webhook.endpoints-reload]', async (t) => {
  const { folder, address } = await startWith(t, {})
  const answers = (name: string, init: RequestInit, wanted: string) =>
    until(async () => (await send(address(name), init)) === wanted)
  const write = (content: string) => writeFile(join(folder, FILE), content)
  assert.equal(await send(address('größe'), withToken('{"n":1}')), '403 forbidden')
  await mkdir(join(folder, 'inbound'))
  await write(ENDPOINTS)
  await answers('größe', withToken('{"n":1}'), '200 ok')
  await write('endpoints:\n  - { name: chata, secret_env: X }\n')
  await write(
    'endpoints:\n  - { name: größe, secret_env: TOKEN_SECRET }\n  - { name: late, secret_env: LATE_SECRET }\nunknown: 1\n',
  )
  assert.equal(await send(address('größe'), withToken('{"n":2}')), '200 ok')
  await writeFile(join(folder, '.env'), 'LATE_SECRET=late\n', { mode: 0o600 })
  await write('endpoints:\n  - { name: late, secret_env: LATE_SECRET }\n')
  await answers('late', signed('{"n":1}', { 'X-Webhook-Secret': 'late' }), '200 ok')
  assert.equal(await send(address('größe'), withToken('{"n":3}')), '403 forbidden')
  await rm(join(folder, FILE))
  await answers('late', signed('{"n":2}', { 'X-Webhook-Secret': 'late' }), '403 forbidden')
})
