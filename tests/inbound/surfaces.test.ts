import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'
import { inboxOf } from '../support/inboxes.ts'
import { CHANNELS } from '#ground/hub/channels.ts'
import { createProbe, refusedAddresses } from '#surfaces/inbound/self-check.ts'
import { send, signed, startReceiver } from './started-receiver.ts'

const SECRETS = {
  CHATA_VERIFY_TOKEN: 'verify',
  CHATA_APP_SECRET: 'app',
  CHATB_WEBHOOK_SECRET: 'for_b',
}
const ORDERS = [
  'webhook,chat-a',
  'chat-a,webhook',
  'webhook,chat-b',
  'chat-b,webhook',
  'chat-a,chat-b',
  ['webhook', ...Object.values(CHANNELS).map(({ option }) => option)].join(','),
]

test('every surface accepts its own deliveries, beside any other surfaces [webhook.beside-channels]', async (t) => {
  for (const SVC_INBOUND of ORDERS) {
    const { folder, origin, url } = await startReceiver(t, { ...SECRETS, SVC_INBOUND })
    const place = { hubFolder: folder, slug: 'orders' }
    const at = (name: string) => `${origin}/webhooks/orders/${name}`
    if (SVC_INBOUND.includes('webhook')) {
      assert.equal(await send(url, signed('{"n":1}')), '200 ok', SVC_INBOUND)
      assert.equal(await send(at('other'), signed('{}')), '404 not found', SVC_INBOUND)
      assert.equal(await send(at('other'), { method: 'POST', body: '{}' }), '403 forbidden', SVC_INBOUND)
    }
    if (SVC_INBOUND.includes('chat-a')) {
      const challenge = 'hub.mode=subscribe&hub.verify_token=verify&hub.challenge=42'
      assert.equal(await send(`${at('chata')}?${challenge}`, {}), '200 42', SVC_INBOUND)
      const body = '{"object":"whatsapp_business_account","entry":[]}'
      const signature = `sha256=${createHmac('sha256', 'app').update(body).digest('hex')}`
      const headers = { 'X-Hub-Signature-256': signature, 'Content-Type': 'application/json' }
      assert.equal(await send(at('chata'), { method: 'POST', body, headers }), '200 ok', SVC_INBOUND)
      assert.equal(await inboxOf(place, 'chata').count('pending'), 1, SVC_INBOUND)
    }
    if (SVC_INBOUND.includes('chat-b')) {
      const headers = { 'X-Telegram-Bot-Api-Secret-Token': 'for_b', 'Content-Type': 'application/json' }
      assert.equal(
        await send(at('chatb'), { method: 'POST', body: '{"update_id":1}', headers }),
        '200 ok',
        SVC_INBOUND,
      )
      assert.equal(await inboxOf(place, 'chatb').count('pending'), 1, SVC_INBOUND)
    }
  }
})

test('an address that refuses its own secret is named [webhook.beside-channels]', async (t) => {
  const { origin } = await startReceiver(t)
  const [right, wrong] = ['s3cret', 'other'].map((secret) =>
    createProbe('webhook', { 'x-webhook-secret': secret }),
  )
  assert.deepEqual(await refusedAddresses(origin, 'orders', [right!]), [])
  assert.deepEqual(await refusedAddresses(origin, 'orders', [wrong!]), [
    { path: '/webhooks/orders/webhook', reason: 'it answers 403 to its own secret' },
  ])
})

test('doctor proves that each address accepts its own secret, and leaves no inbox behind [cli.doctor-webhooks]', async (t) => {
  const { folder, close } = await startReceiver(t, { SVC_INBOUND: '' })
  await close()
  const environment = { ...SECRETS, WEBHOOK_INBOUND_SECRET: 's3cret' }
  const { stdout } = await hub(['doctor', folder], { environment })
  assert.match(
    stdout,
    /^ok {3}webhooks +each address accepts its secret when --webhook, --chat-a or --chat-b serves it: .*\/webhook, .*\/chata, .*\/chatb \(no receiver is running\)$/m,
  )
  assert.equal(await inboxOf({ hubFolder: folder, slug: 'orders' }, 'chata').count('pending'), 0)
})

test('doctor asks a receiver that runs whether it accepts the secrets that are set [cli.doctor-webhooks]', async (t) => {
  const { folder, origin } = await startReceiver(t)
  const doctor = async (secret: string) => {
    const environment = {
      SVC_HUB_SLUG: 'orders',
      SVC_INBOUND_PORT: new URL(origin).port,
      WEBHOOK_INBOUND_SECRET: secret,
    }
    return (await hub(['doctor', folder], { environment })).stdout
  }
  assert.match(
    await doctor('s3cret'),
    /^ok {3}webhooks +each address .* at the running receiver: .*webhook$/m,
  )
  const changed = await doctor('changed')
  assert.match(changed, /^warn \/webhooks\/orders\/webhook at the running receiver it answers 403 /m)
})

test('doctor signs for the address of the running receiver, at any ports [cli.doctor-webhooks]', async (t) => {
  const hubFolder = await folderWith(t, {
    'agent.md': 'A test.',
    'inbound/webhooks.yaml': 'endpoints:\n  - { name: sms, sender: twilio, secret_env: TOKEN }\n',
  })
  const { origin } = await startReceiver(t, { TOKEN: 't0ken', PORT: '4999' }, hubFolder)
  const environment = {
    SVC_HUB_SLUG: 'orders',
    SVC_INBOUND_PORT: new URL(origin).port,
    WEBHOOK_INBOUND_SECRET: 's3cret',
    TOKEN: 't0ken',
    PORT: '4998',
  }
  const { stdout } = await hub(['doctor', hubFolder], { environment })
  assert.match(stdout, /^ok {3}webhooks +each address .* at the running receiver: .*sms/m)
})

test('doctor reports every wrong setting at once, and names the port of a receiver [cli.doctor-webhooks]', async (t) => {
  const folder = await folderWith(t, { 'agent.md': 'A test.' })
  const environment = {
    PORT: 'abc',
    SVC_LOG_LEVEL: 'loud',
    SVC_RUN_LEASE: 'zzz',
    WEBHOOK_INBOUND_SECRET: 's3cret',
    WEBHOOK_INBOUND_STANDARD: 'true',
    WEBHOOK_INBOUND_HMAC: 'true',
    SVC_TLS_CERT_FILE: '/nowhere.pem',
  }
  const { stdout } = await hub(['doctor', folder], { environment })
  for (const name of ['PORT', 'SVC_LOG_LEVEL', 'SVC_RUN_LEASE', 'WEBHOOK_INBOUND_STANDARD'])
    assert.equal(stdout.match(new RegExp(`^fail ${name} `, 'gm'))?.length, 1, `${name}\n${stdout}`)
  assert.match(stdout, /\(SVC_INBOUND_PORT\)/)
})
