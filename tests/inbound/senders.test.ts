import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { folderWith } from '../support/folder.ts'
import { inboxOf, noticesOf } from '../support/inboxes.ts'
import { send, signed, startReceiver } from './started-receiver.ts'

const hex = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

async function startWith(
  t: TestContext,
  entries: readonly string[],
  environment: Record<string, string> = {},
) {
  const folder = await folderWith(t, {
    'agent.md': 'A test.',
    'inbound/webhooks.yaml': `endpoints:\n${entries.map((entry) => `  - ${entry}\n`).join('')}`,
  })
  const receiver = await startReceiver(t, { A: 'new', B: 'old', V: 'verify', ...environment }, folder)
  const at = (name: string) => `${receiver.origin}/webhooks/orders/${name}`
  const stored = async (name: string) => {
    const inbox = inboxOf({ hubFolder: folder, slug: 'orders' }, name)
    return Promise.all(
      (await inbox.list('pending')).map(
        async (event) =>
          JSON.parse((await inbox.read('pending', event))!.toString()) as Record<string, unknown>,
      ),
    )
  }
  return { ...receiver, at, stored }
}

test('without an id the query and the content type tell events apart, the token does not and is not stored [webhook.dedup-query] [webhook.token-not-stored]', async (t) => {
  const { url, events } = await startReceiver(t)
  const json = { method: 'POST', body: '{"id":1}', headers: { 'Content-Type': 'application/json' } }
  assert.equal(await send(`${url}?kind=created&token=s3cret`, json), '200 ok')
  assert.equal(await send(`${url}?kind=paid&token=s3cret`, json), '200 ok')
  assert.equal(await send(`${url}?kind=paid`, signed('{"id":1}')), '200 duplicate')
  assert.equal(await send(`${url}?kind=paid`, signed('{"id":1}', { 'Content-Type': 'text/plain' })), '200 ok')
  assert.equal(await send(`${url}?kind=sent&Token=s3cret&key=s3cret`, signed('{"id":1}')), '200 ok')
  assert.deepEqual(
    (await events()).map((event) => event['query']),
    [{ kind: 'created' }, { kind: 'paid' }, { kind: 'paid' }, { kind: 'sent' }],
    'the secret in the address is not stored',
  )
})

test('a CloudEvent in binary mode is known by source and id, and keeps its attributes [webhook.cloud-events]', async (t) => {
  const { url, events } = await startReceiver(t)
  const event = (id: string, type: string, proxy: string) =>
    send(
      url,
      signed('{"big":12345678901234567890}', {
        'ce-specversion': '1.0',
        'ce-source': '/shop%20a',
        'ce-id': id,
        'ce-type': type,
        'X-Request-Id': proxy,
      }),
    )
  assert.equal(await event('1', 'opened', 'p1'), '200 ok')
  assert.equal(await event('2', 'closed', 'p2'), '200 ok')
  assert.equal(await event('2', 'closed', 'p3'), '200 duplicate')
  assert.deepEqual(
    (await events()).map(({ ce }) => ce),
    [
      { specversion: '1.0', source: '/shop a', id: '1', type: 'opened' },
      { specversion: '1.0', source: '/shop a', id: '2', type: 'closed' },
    ],
  )
})

test('an event has the headers that its endpoint keeps, and no secret [webhook.kept-headers]', async (t) => {
  const entries = [
    '{ name: shop, secret_env: A, keep_headers: [X-Shop-Topic, X-Shop-Domain, X-Note] }',
    '{ name: hub, secret_env: A }',
  ]
  const { at, stored } = await startWith(t, entries, { WEBHOOK_INBOUND_KEEP_HEADERS: 'X-Event' })
  const headers = {
    'X-Webhook-Secret': 'new',
    'X-Shop-Topic': 'orders/paid',
    'X-Note': 'is new',
    'X-Event': 'push',
    'X-Other': 'other',
  }
  assert.equal(await send(at('shop'), signed('{"n":1}', headers)), '200 ok')
  assert.equal(await send(at('hub'), signed('{"n":1}', headers)), '200 ok')
  assert.deepEqual((await stored('shop'))[0]!['headers'], { 'x-shop-topic': 'orders/paid' })
  assert.deepEqual((await stored('hub'))[0]!['headers'], { 'x-event': 'push' })
})

test('an id that comes again with another body stays a duplicate, and is counted with its header [webhook.other-body]', async (t) => {
  const { url, folder, close } = await startReceiver(t)
  const deliver = (body: string) => send(url, signed(body, { 'X-Webhook-Id': '12' }))
  assert.equal(await deliver('{"n":1}'), '200 ok')
  assert.equal(await deliver('{"n":1}'), '200 duplicate')
  assert.equal((await noticesOf({ hubFolder: folder, slug: 'orders' }))['webhook']?.otherBodies ?? 0, 0)
  assert.equal(await deliver('{"n":2}'), '200 duplicate')
  await close()
  const { otherBodies, lastOtherBody } = (await noticesOf({ hubFolder: folder, slug: 'orders' }))['webhook']!
  assert.deepEqual([otherBodies, lastOtherBody?.header, lastOtherBody?.id], [1, 'x-webhook-id', '12'])
})

test('the Hub and each endpoint configure the headers with the id [webhook.id-headers]', async (t) => {
  const entries = [
    '{ name: linear, secret_env: A, id_header: Linear-Delivery }',
    '{ name: list, secret_env: A, id_header: [X-First, X-Second] }',
    '{ name: all, secret_env: A, id_header: none }',
    '{ name: bodies, secret_env: A, deduplicate_by_body: false }',
    '{ name: hub, secret_env: A }',
  ]
  const { at } = await startWith(t, entries, { WEBHOOK_INBOUND_ID_HEADERS: 'X-Own-Id' })
  const deliver = (name: string, body: string, headers: Record<string, string> = {}) =>
    send(at(name), signed(body, { 'X-Webhook-Secret': 'new', ...headers }))
  assert.equal(await deliver('linear', '{"n":1}', { 'Linear-Delivery': 'a', 'X-Request-Id': '1' }), '200 ok')
  assert.equal(
    await deliver('linear', '{"n":1}', { 'Linear-Delivery': 'a', 'X-Request-Id': '2' }),
    '200 duplicate',
  )
  assert.equal(await deliver('linear', '{"n":1}', { 'Linear-Delivery': 'b', 'X-Request-Id': '2' }), '200 ok')
  assert.equal(await deliver('list', '{"n":1}', { 'X-Second': 'a' }), '200 ok')
  assert.equal(await deliver('list', '{"n":2}', { 'X-Second': 'a' }), '200 duplicate')
  for (const headers of [{}, {}, { 'X-Request-Id': '1' }, { 'X-Request-Id': '1' }] as Record<
    string,
    string
  >[])
    assert.equal(await deliver('all', '{"n":1}', headers), '200 ok')
  for (const headers of [{}, {}, { 'X-Own-Id': '1' }] as Record<string, string>[])
    assert.equal(await deliver('bodies', '{"n":1}', headers), '200 ok')
  assert.equal(await deliver('bodies', '{"n":1}', { 'X-Own-Id': '1' }), '200 duplicate')
  assert.equal(await deliver('hub', '{"n":1}', { 'X-Request-Id': '1' }), '200 ok')
  assert.equal(await deliver('hub', '{"n":1}', { 'X-Request-Id': '2' }), '200 duplicate', 'a proxy’s id')
})

test('bare secrets of Standard Webhooks are read as text and as base64 [webhook.standard-secret]', async (t) => {
  const bare = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const entries = [
    '{ name: bare, secret_env: BARE, mode: standard }',
    '{ name: versioned, secret_env: VERSIONED, mode: standard }',
  ]
  const { at } = await startWith(t, entries, { BARE: bare, VERSIONED: `v1,whsec_${bare}` })
  const keys = { text: Buffer.from(bare), base64: Buffer.from(bare, 'base64') }
  const deliver = (name: string, key: Buffer, id: string, extra: Record<string, string> = {}) => {
    const time = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', key).update(`${id}.${time}.{}`).digest('base64')
    const headers = { 'svix-id': id, 'svix-timestamp': time, 'svix-signature': `v1,${signature}`, ...extra }
    return send(at(name), { method: 'POST', body: '{}', headers })
  }
  assert.equal(await deliver('bare', keys.text, 'a'), '200 ok')
  assert.equal(await deliver('bare', keys.base64, 'b'), '200 ok')
  assert.equal(await deliver('versioned', keys.base64, 'c'), '200 ok')
  assert.equal(await deliver('versioned', keys.text, 'd'), '403 forbidden')
  const foreign = {
    'webhook-id': 'x',
    'webhook-timestamp': '1',
    'webhook-signature': `v1,${'A'.repeat(43)}=`,
  }
  assert.equal(await deliver('versioned', keys.base64, 'e', foreign), '200 ok', 'either family is read')
})

test('two secrets are accepted while one replaces the other [webhook.rotation]', async (t) => {
  const { at, url } = await startWith(t, ['{ name: a, secret_env: A, old_secret_env: B, mode: hmac }'], {
    WEBHOOK_INBOUND_OLD_SECRET: 'before',
  })
  for (const secret of ['new', 'old'])
    assert.equal(
      await send(at('a'), {
        method: 'POST',
        body: secret,
        headers: { 'X-Hub-Signature-256': `sha256=${hex(secret, secret)}` },
      }),
      '200 ok',
    )
  assert.equal(await send(url, signed('{"n":1}')), '200 ok')
  assert.equal(await send(url, signed('{"n":2}', { 'X-Webhook-Secret': 'before' })), '200 ok')
  assert.equal(await send(url, signed('{"n":3}', { 'X-Webhook-Secret': 'other' })), '403 forbidden')
})

test('a refusal says to the operator why, and to the sender nothing [webhook.refusals]', async (t) => {
  const { at, url, folder, close } = await startWith(t, ['{ name: stripe, secret_env: A, sender: stripe }'])
  const time = Math.floor(Date.now() / 1000)
  const stripe = (shiftS: number, secret: string) => {
    const t = time + shiftS
    return { 'Stripe-Signature': `t=${t},v1=${hex(secret, `${t}.{}`)}` }
  }
  const refuse = async (to: string, headers: Record<string, string>) =>
    assert.equal(await send(to, { method: 'POST', body: '{}', headers }), '403 forbidden')
  await refuse(at('stripe'), {})
  await refuse(at('stripe'), {
    'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}`,
    Authorization: 'Bearer new',
  })
  await refuse(at('stripe'), stripe(-360, 'new'))
  await refuse(at('stripe'), stripe(400, 'new'))
  await refuse(at('stripe'), stripe(0, 'other'))
  await refuse(`${url}?token=wrong-secret`, {})
  await refuse(at('nobody'), {})
  assert.equal(
    await send(at('stripe'), { method: 'POST', body: '{}', headers: stripe(-200, 'new') }),
    '200 ok',
  )
  await close()
  const { stripe: notices, webhook, ['']: unknown } = await noticesOf({ hubFolder: folder, slug: 'orders' })
  assert.equal(notices!.refused, 5)
  const reasons = notices!.refusals.toReversed().map(({ at: _, seconds, ...reason }) => ({
    ...reason,
    ...(seconds !== undefined && { isAbout: Math.round(seconds / 20) * 20 }),
  }))
  assert.deepEqual(reasons, [
    { why: 'no-proof' },
    { why: 'other-proof', headers: ['authorization', 'x-hub-signature-256'] },
    { why: 'too-old', isAbout: 60 },
    { why: 'too-early', isAbout: 100 },
    { why: 'mismatch' },
  ])
  assert.deepEqual([webhook!.refusals[0]!.why, unknown!.refused], ['mismatch', 1])
  assert.doesNotMatch(
    JSON.stringify(await noticesOf({ hubFolder: folder, slug: 'orders' })),
    /wrong-secret|Bearer/,
  )
})

test('compressed bodies are verified as sent and stored as they decode, within the limit [webhook.content-encoding]', async (t) => {
  const { url, events } = await startReceiver(t, {
    WEBHOOK_INBOUND_HMAC: 'true',
    SVC_WEBHOOK_MAX_BYTES: '1000',
  })
  const deliver = (body: Buffer, encoding: string) =>
    send(url, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: {
        'X-Signature-256': `sha256=${createHmac('sha256', 's3cret').update(body).digest('hex')}`,
        'Content-Type': 'application/json',
        'Content-Encoding': encoding,
      },
    })
  const text = (n: number) => Buffer.from(`{"n":${n}}`)
  assert.equal(await deliver(gzipSync(text(1)), 'gzip'), '200 ok')
  assert.equal(await deliver(deflateSync(text(2)), 'deflate'), '200 ok')
  assert.equal(await deliver(brotliCompressSync(text(3)), 'BR'), '200 ok')
  assert.equal(await deliver(text(4), 'identity'), '200 ok')
  assert.equal(await deliver(gzipSync(Buffer.alloc(1_000_000, ' ')), 'gzip'), '413 too large')
  assert.equal(await deliver(text(5), 'compress'), '415 unsupported content encoding')
  assert.equal(await deliver(text(6), 'gzip'), '415 unsupported content encoding')
  assert.deepEqual(
    (await events()).map(({ body }) => body),
    [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }],
  )
})

test('JSON with a byte order mark is JSON, in UTF-8 and UTF-16 [webhook.byte-order-mark]', async (t) => {
  const { url, events } = await startReceiver(t)
  const utf16 = new Uint8Array(Buffer.from('\uFEFF{"n":2}', 'utf16le'))
  for (const body of ['\uFEFF{"n":1}', utf16, '\uFEFFtext'])
    assert.equal(await send(url, signed(body)), '200 ok')
  assert.deepEqual(
    (await events()).map(({ body }) => body),
    [{ n: 1 }, { n: 2 }, '\uFEFFtext'],
  )
})

test('checks of an address are answered where an endpoint is configured for them, and store nothing [webhook.handshakes]', async (t) => {
  const { at, url, stored } = await startWith(t, [
    '{ name: ce, secret_env: A, sender: cloudevents }',
    '{ name: graph, secret_env: A, sender: microsoft-graph }',
    '{ name: slack, secret_env: A, sender: slack }',
    '{ name: zoom, secret_env: A, sender: zoom }',
    '{ name: meta, secret_env: A, sender: meta, verify_token_env: V }',
  ])
  const origin = { 'WebHook-Request-Origin': 'events.example' }
  const allowed = await fetch(`${at('ce')}?token=new`, { method: 'OPTIONS', headers: origin })
  assert.deepEqual([allowed.status, allowed.headers.get('webhook-allowed-origin')], [200, 'events.example'])
  assert.equal((await fetch(at('ce'), { method: 'OPTIONS', headers: origin })).status, 403)
  assert.equal((await fetch(`${url}?token=s3cret`, { method: 'OPTIONS', headers: origin })).status, 405)
  const validation = `validationToken=${encodeURIComponent('a b<c')}`
  assert.equal(await send(`${at('graph')}?token=new&${validation}`, { method: 'POST' }), '200 a b<c')
  assert.equal(await send(`${at('graph')}?${validation}`, { method: 'POST' }), '403 forbidden')
  const time = String(Math.floor(Date.now() / 1000))
  const inSlackShape = (family: string, header: string, body: string, secret = 'new') => ({
    method: 'POST',
    body,
    headers: { [`${family}-request-timestamp`]: time, [header]: `v0=${hex(secret, `v0:${time}:${body}`)}` },
  })
  const challenge = '{"type":"url_verification","challenge":"c-1"}'
  const slack = ['x-slack', 'x-slack-signature'] as const
  assert.equal(await send(at('slack'), inSlackShape(...slack, challenge)), '200 c-1')
  assert.equal(await send(at('slack'), inSlackShape(...slack, challenge, 'other')), '403 forbidden')
  assert.equal(await send(at('slack'), inSlackShape(...slack, '{"type":"event_callback"}')), '200 ok')
  const plain = '{"event":"endpoint.url_validation","payload":{"plainToken":"p"}}'
  assert.equal(
    await send(at('zoom'), inSlackShape('x-zm', 'x-zm-signature', plain)),
    `200 ${JSON.stringify({ plainToken: 'p', encryptedToken: hex('new', 'p') })}`,
  )
  const query = (token: string) => `hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=42`
  assert.equal(await send(`${at('meta')}?${query('verify')}`, {}), '200 42')
  assert.equal(await send(`${at('meta')}?${query('new')}`, {}), '403 forbidden')
  const counts = ['ce', 'graph', 'slack', 'zoom', 'meta'].map(async (name) => (await stored(name)).length)
  assert.deepEqual(await Promise.all(counts), [0, 0, 1, 0, 0])
})

test('Discord checks its address by a ping and by a wrong signature, which is answered 401 [webhook.handshakes]', async (t) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex')
  const entries = [
    '{ name: discord, secret_env: D, sender: discord }',
    '{ name: wrong, secret_env: A, sender: discord }',
  ]
  const { at, stored } = await startWith(t, entries, { D: key })
  const post = (body: string, signedBody = body) => {
    const time = String(Math.floor(Date.now() / 1000))
    const signature = sign(null, Buffer.from(time + signedBody), privateKey).toString('hex')
    const headers = { 'X-Signature-Ed25519': signature, 'X-Signature-Timestamp': time }
    return fetch(at('discord'), { method: 'POST', body, headers })
  }
  const pong = await post('{"type":1}')
  assert.deepEqual(
    [pong.status, pong.headers.get('content-type'), await pong.text()],
    [200, 'application/json', '{"type":1}'],
  )
  assert.equal((await post('{"type":1}', '{"type":2}')).status, 401)
  assert.equal((await fetch(at('discord'), { method: 'POST', body: '{"type":1}' })).status, 401)
  assert.equal((await post('{"type":0}')).status, 204, 'the ping of webhook events')
  assert.equal((await stored('discord')).length, 0)
  assert.equal(await (await post('{"type":1,"event":{"type":"ENTITLEMENT_CREATE"}}')).text(), 'ok')
  assert.equal((await stored('discord')).length, 1)
  assert.equal(await send(at('wrong'), { method: 'POST' }), '403 forbidden', 'no public key: not served')
})

test('Twilio’s signature is checked against the public address, Mailgun’s token once [webhook.senders]', async (t) => {
  const publicUrl = 'https://hub.example'
  const entries = [
    '{ name: sms, secret_env: A, old_secret_env: B, sender: twilio }',
    '{ name: mail, secret_env: A, sender: mailgun }',
  ]
  const { at, stored, folder, close } = await startWith(t, entries, { SVC_PUBLIC_URL: publicUrl })
  const sms = (secret: string, origin: string, query: string) => {
    const signed = `${origin}/webhooks/orders/sms${query}BodySTOPFrom+1`
    const signature = createHmac('sha1', secret).update(signed).digest('base64')
    const headers = {
      'X-Twilio-Signature': signature,
      'Content-Type': 'application/x-www-form-urlencoded',
    }
    return send(at('sms') + query, { method: 'POST', body: 'From=%2B1&Body=STOP', headers })
  }
  assert.equal(await sms('new', publicUrl, ''), '200 ok')
  assert.equal(await sms('old', publicUrl, '?kind=a%20b'), '200 ok', 'the secret before')
  assert.equal(await sms('other', publicUrl, ''), '403 forbidden')
  assert.equal(
    await sms('new', new URL(at('sms')).origin, ''),
    '403 forbidden',
    'SVC_PUBLIC_URL alone is public',
  )
  const mail = (token: string, more: object = {}, timestamp = String(Math.floor(Date.now() / 1000))) => {
    const signature = { timestamp, token, signature: hex('new', timestamp + token) }
    return send(at('mail'), { method: 'POST', body: JSON.stringify({ signature, ...more }) })
  }
  assert.equal(await mail('t1', { n: 1 }), '200 ok')
  assert.equal(await mail('t1', { n: 2 }), '200 duplicate')
  assert.equal(await mail('t2', {}, '1700000000'), '403 forbidden')
  assert.equal(await send(at('mail'), { method: 'POST', body: '{}' }), '403 forbidden')
  assert.deepEqual([(await stored('sms')).length, (await stored('mail')).length], [2, 1])
  await close()
  const reasons = (await noticesOf({ hubFolder: folder, slug: 'orders' }))['mail']!.refusals.map(
    ({ why }) => why,
  )
  assert.deepEqual(reasons, ['no-proof', 'too-old'])
})

test('without a public address Twilio’s signature may cover the name that was asked for [webhook.senders]', async (t) => {
  const { at } = await startWith(t, ['{ name: sms, secret_env: A, sender: twilio }'])
  const sms = (url: string) => {
    const signature = createHmac('sha1', 'new').update(url).digest('base64')
    return send(at('sms'), { method: 'POST', headers: { 'X-Twilio-Signature': signature } })
  }
  assert.equal(await sms(at('sms')), '200 ok')
  assert.equal(await sms(at('sms').replace('http:', 'https:')), '200 duplicate')
  assert.equal(await sms(at('sms').replace('127.0.0.1', 'hub.example')), '403 forbidden')
})
