import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { send, signed, startReceiver } from './started-receiver.ts'
import { onFolders } from '../support/cluster-run.ts'

test('a verified delivery is stored with its query and type, and its headers are not [webhook.answers] [webhook.query]', async (t) => {
  const { url, events } = await startReceiver(t)
  const before = Date.now() / 1000
  assert.equal(
    await send(`${url}?type=push&type=tag&a=%C3%A9`, signed('{"n":1}', { 'X-Kind': 'header' })),
    '200 ok',
  )
  const [event] = await events()
  const { received_at, ...rest } = event!
  assert.ok(Number(received_at) >= Math.floor(before) && Number(received_at) <= Date.now() / 1000)
  assert.deepEqual(rest, {
    surface: 'webhook',
    name: 'webhook',
    query: { type: ['push', 'tag'], a: 'é' },
    content_type: 'application/json',
    body: { n: 1 },
  })
})

test('a repeat by id or by body is a duplicate [webhook.answers]', async (t) => {
  const { url, events } = await startReceiver(t)
  assert.equal(await send(url, signed('{"n":1}', { 'X-Forge-Delivery': 'd-1' })), '200 ok')
  assert.equal(await send(url, signed('{"n":2}', { 'X-GitHub-Delivery': 'd-1' })), '200 duplicate')
  assert.equal(await send(url, signed('{"n":3}')), '200 ok')
  assert.equal(await send(url, signed('{"n":3}')), '200 duplicate')
  assert.equal(await send(url, signed('{"n":3}', { 'X-Request-Id': 'd-2' })), '200 ok', 'an id of its own')
  assert.equal((await events()).length, 3)
})

test('the body of a delivery with an id is a repeat when it comes without one [webhook.dedup-id-and-body]', async (t) => {
  const { url, events } = await startReceiver(t)
  assert.equal(await send(url, signed('{"n":1}', { 'X-Forge-Delivery': 'd-1' })), '200 ok')
  assert.equal(await send(url, signed('{"n":1}')), '200 duplicate')
  assert.equal(await send(url, signed('{"n":1}', { 'X-Forge-Delivery': 'd-2' })), '200 ok', 'another id')
  assert.equal(await send(url, signed('{"n":2}')), '200 ok')
  assert.equal((await events()).length, 3)
})

test('a delivery stays a duplicate after a restart [webhook.answers]', async (t) => {
  const first = await startReceiver(t)
  assert.equal(await send(first.url, signed('{"n":1}', { 'X-Delivery-Id': 'd-1' })), '200 ok')
  await first.close()
  const second = await startReceiver(t, {}, first.folder)
  assert.equal(await send(second.url, signed('{"n":1}', { 'X-Delivery-Id': 'd-1' })), '200 duplicate')
})

test('without the secret nothing is stored, marked or even made [webhook.forbidden]', async (t) => {
  const { url, events, markers } = await startReceiver(t)
  const attempts: Record<string, string>[] = [
    {},
    { 'X-Webhook-Secret': 'wrong' },
    { Authorization: 'Bearer wrong' },
    { 'X-Svc-User': 'a@b.c' },
  ]
  for (const headers of attempts)
    assert.equal(await send(url, { method: 'POST', body: '{"n":1}', headers }), '403 forbidden')
  assert.equal(await send(`${url}?token=wrong`, { method: 'POST', body: '{}' }), '403 forbidden')
  assert.deepEqual(await events(), [])
  assert.equal(await markers(), 0)
  assert.equal(await send(url, signed('{"n":1}')), '200 ok', 'a refused delivery left no mark')
})

test('all three ways of the shared secret work [webhook.secret]', async (t) => {
  const { url } = await startReceiver(t)
  assert.equal(
    await send(url, { method: 'POST', body: '1', headers: { Authorization: 'Bearer s3cret' } }),
    '200 ok',
  )
  assert.equal(
    await send(url, { method: 'POST', body: '2', headers: { 'x-webhook-secret': 's3cret' } }),
    '200 ok',
  )
  assert.equal(await send(`${url}?token=s3cret`, { method: 'POST', body: '3' }), '200 ok')
})

test('in HMAC mode the signature of the raw bytes decides, and the secret itself does not pass [webhook.hmac]', async (t) => {
  const { url, events } = await startReceiver(t, { WEBHOOK_INBOUND_HMAC: 'true' })
  const body = Buffer.from('{ "n" : 1,\r\n "bytes": "\\u00e9" }')
  const signature = `sha256=${createHmac('sha256', 's3cret').update(body).digest('hex')}`
  const headers = { 'Content-Type': 'application/json' }
  assert.equal(await send(url, signed(body)), '403 forbidden')
  assert.equal(
    await send(url, { method: 'POST', body: '{}', headers: { ...headers, 'X-Signature-256': signature } }),
    '403 forbidden',
  )
  assert.equal(
    await send(url, { method: 'POST', body, headers: { ...headers, 'X-Hub-Signature-256': signature } }),
    '200 ok',
  )
  assert.deepEqual(
    (await events()).map((event) => event['body']),
    [{ n: 1, bytes: 'é' }],
  )
})

test('in Standard Webhooks mode the signed id is the delivery’s id [webhook.standard]', async (t) => {
  const key = Buffer.alloc(32, 7)
  const { url } = await startReceiver(t, {
    WEBHOOK_INBOUND_STANDARD: 'true',
    WEBHOOK_INBOUND_SECRET: `whsec_${key.toString('base64')}`,
  })
  const deliver = (id: string, extra: Record<string, string> = {}, shiftS = 0) => {
    const timestamp = String(Math.floor(Date.now() / 1000) + shiftS)
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.{}`).digest('base64')
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
      ...extra,
    }
    return send(url, { method: 'POST', body: '{}', headers })
  }
  assert.equal(await deliver('msg_1', { 'X-Request-Id': 'by a proxy, first' }), '200 ok')
  assert.equal(await deliver('msg_1', { 'X-Request-Id': 'by a proxy, again' }), '200 duplicate')
  assert.equal(await deliver('msg_2'), '200 ok')
  assert.equal(await deliver('msg_3', {}, -400), '403 forbidden')
})

test('no body is refused for its format [webhook.any-body]', async (t) => {
  const { url, events } = await startReceiver(t)
  const bodies: [BodyInit, string, unknown][] = [
    ['', 'application/json', ''],
    ['not json', 'application/json', 'not json'],
    ['<a/>', 'application/xml', '<a/>'],
    ['null', 'application/json', null],
    ['a=1&b=2', 'application/x-www-form-urlencoded', 'a=1&b=2'],
    ['['.repeat(50_000), 'application/json', '['.repeat(50_000)],
    ['"\\ud800"', 'no type at all', '\ud800'],
  ]
  for (const [body, type] of bodies)
    assert.equal(await send(url, signed(body, { 'Content-Type': type })), '200 ok', type)
  assert.deepEqual(
    (await events()).map((event) => event['body']),
    bodies.map(([, , value]) => value),
  )
})

test('a body over the limit answers 413, whether it says its length or not, and nothing is stored [webhook.body-limit]', async (t) => {
  const { url, events, markers } = await startReceiver(t, { SVC_WEBHOOK_MAX_BYTES: '1000' })
  assert.equal(await send(url, signed('x'.repeat(1000))), '200 ok')
  assert.equal(await send(url, signed('x'.repeat(1001))), '413 too large')
  const chunked = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(60_000))
    },
  })
  const init = { ...signed(chunked), duplex: 'half' } as RequestInit
  assert.equal(await send(url, init).catch(() => 'cut off'), '413 too large')
  assert.equal((await events()).length, 1)
  assert.equal(await markers(), 1)
})

test('a sender that writes all of a large body before it reads hears why it was refused [webhook.refused-large]', async (t) => {
  const { url } = await startReceiver(t, { SVC_WEBHOOK_MAX_BYTES: '1000' })
  assert.match(await writeThenRead(url, 'x-webhook-secret: wrong'), /^HTTP\/1\.1 403 .*forbidden$/s)
  assert.match(await writeThenRead(url, 'x-webhook-secret: s3cret'), /^HTTP\/1\.1 413 .*too large$/s)
  assert.match(await writeThenRead(`${url}x`, 'x-webhook-secret: s3cret'), /^HTTP\/1\.1 404 .*not found$/s)
})

/** Posts 16 MiB and reads the response afterwards, like some proxies. */
async function writeThenRead(url: string, header: string): Promise<string> {
  const { hostname, port, pathname } = new URL(url)
  const body = Buffer.alloc(16 * 1024 * 1024, 'x')
  const socket = connect(Number(port), hostname).pause()
  const head = `POST ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\n${header}\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`
  socket.write(head)
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.write(body, (error) => (error ? reject(error) : resolve()))
  })
  return text(socket)
}

test("without proof every method is 403, and every size, and every name below the Hub's [webhook.forbidden]", async (t) => {
  for (const WEBHOOK_INBOUND_HMAC of ['false', 'true']) {
    const { url } = await startReceiver(t, { WEBHOOK_INBOUND_HMAC, SVC_WEBHOOK_MAX_BYTES: '1000' })
    const wrong = { 'X-Webhook-Secret': 'wrong', 'X-Signature-256': `sha256=${'0'.repeat(64)}` }
    for (const headers of [{}, wrong])
      for (const place of [url, `${url}?token=wrong`, `${url}x`]) {
        for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
          const response = await fetch(place, { method, headers })
          assert.equal(response.status, 403, `${method} ${place}`)
          assert.equal(response.headers.get('allow'), null)
        }
        for (const size of [0, 999, 1001, 7000, 100_000])
          assert.equal(
            await send(place, { method: 'POST', headers, body: 'x'.repeat(size) }),
            '403 forbidden',
            String(size),
          )
      }
  }
})

test('a signed body over the limit is 413 and a signed GET 405: the signature is checked first [webhook.forbidden]', async (t) => {
  const { url, events } = await startReceiver(t, {
    WEBHOOK_INBOUND_HMAC: 'true',
    SVC_WEBHOOK_MAX_BYTES: '1000',
  })
  const sign = (body: string) => ({
    'X-Signature-256': `sha256=${createHmac('sha256', 's3cret').update(body).digest('hex')}`,
  })
  const large = 'x'.repeat(1001)
  assert.equal(await send(url, { method: 'POST', body: large, headers: sign(large) }), '413 too large')
  assert.equal(await send(url, { method: 'POST', body: large, headers: sign('x') }), '403 forbidden')
  const got = await fetch(url, { headers: sign('') })
  assert.equal(got.status, 405)
  assert.equal(got.headers.get('allow'), 'POST')
  assert.equal(await send(`${url}x`, { method: 'POST', body: '{}', headers: sign('{}') }), '404 not found')
  assert.deepEqual(await events(), [])
})

test('other methods answer 405 and name POST; other paths do not exist [webhook.post-only]', async (t) => {
  const { url, origin } = await startReceiver(t)
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const response = await fetch(url, { method, headers: { 'X-Webhook-Secret': 's3cret' } })
    assert.equal(response.status, 405, method)
    assert.equal(response.headers.get('allow'), 'POST')
  }
  for (const path of [
    '/',
    '/webhooks',
    '/webhooks/orders',
    '/webhooks/other/webhook',
    '/webhooks/orders/webhook/',
    '/webhooks/orders/hook',
  ])
    assert.equal(await send(origin + path, signed('{}')), '404 not found', path)
})

test('without a secret, or without being asked for, the surface is not there [webhook.off]', async (t) => {
  for (const variable of ['WEBHOOK_INBOUND_SECRET', 'SVC_INBOUND']) {
    const { url, hasInbox } = await startReceiver(t, { [variable]: '' })
    assert.equal(await send(url, signed('{}')), '404 not found')
    assert.equal(await send(url, { method: 'GET' }), '404 not found')
    assert.equal(hasInbox(), false)
  }
})

test('the endpoint has the configured name', async (t) => {
  const { url, events } = await startReceiver(t, { WEBHOOK_INBOUND_NAME: 'github' })
  assert.match(url, /\/webhooks\/orders\/github$/)
  assert.equal(await send(url, signed('{}')), '200 ok')
  assert.equal((await events())[0]!['name'], 'github')
})

test('a slug and a name of any letters and digits have one address, escaped where it must be [webhook.name]', async (t) => {
  const { url, events } = await startReceiver(t, {
    SVC_HUB_SLUG: 'gärten-',
    WEBHOOK_INBOUND_NAME: '菜園-Größe.v2_x',
  })
  const path = (...parts: string[]) => new URL(`/webhooks/${parts.join('/')}`, url).href
  const [slug, name] = [encodeURIComponent('gärten-'), encodeURIComponent('菜園-Größe.v2_x')]
  assert.equal(await send(path(slug, name), signed('{"n":1}')), '200 ok')
  assert.equal(
    await send(path(slug.toLowerCase(), name.toLowerCase().replaceAll('gr', 'Gr')), signed('{"n":2}')),
    '200 ok',
  )
  for (const other of [`${name}%2e`, name.replace('v2', '%762'), name.replace('_', '%5F')])
    assert.equal(await send(path(slug, other), signed('{"n":3}')), '404 not found', other)
  assert.equal(await send(path(slug.replace('g', '%67'), name), signed('{"n":3}')), '404 not found')
  assert.deepEqual(
    (await events()).map((event) => event['name']),
    ['菜園-Größe.v2_x', '菜園-Größe.v2_x'],
  )
})

test('names of other surfaces, and invalid names, are refused with the variable [webhook.reserved-names]', async (t) => {
  for (const name of ['chata', 'chatb', 'teamchat', '../x', 'a/b', 'a b', '.hidden'])
    await assert.rejects(
      startReceiver(t, { WEBHOOK_INBOUND_NAME: name }),
      /^BadConfiguration: WEBHOOK_INBOUND_NAME: /,
    )
})

test(
  'a delivery that cannot be stored gets 500 and may be sent again [webhook.answers]',
  { skip: onFolders('it takes the folder of the inbox away') },
  async (t) => {
    const { url, folder, events, markers } = await startReceiver(t)
    assert.equal(await send(url, signed('{"n":0}')), '200 ok')
    const inbox = join(folder, '.inbound/webhooks/webhook')
    renameSync(inbox, `${inbox}.aside`)
    writeFileSync(inbox, '')
    assert.equal(await send(url, signed('{"n":1}')), '500 sink error')
    assert.equal(await markers(), 1)
    rmSync(inbox)
    renameSync(`${inbox}.aside`, inbox)
    assert.equal(await send(url, signed('{"n":1}')), '200 ok')
    assert.equal((await events()).length, 2)
  },
)

test('of a hundred concurrent copies a single one is stored, and the others are acknowledged as duplicates', async (t) => {
  const { url, events } = await startReceiver(t)
  const copies = Array.from({ length: 100 }, async () => {
    const response = await fetch(url, signed('{}', { 'X-Delivery-Id': 'd-1' }))
    if (response.status === 503) assert.equal(response.headers.get('retry-after'), '1')
    return `${response.status} ${await response.text()}`
  })
  const answers = await Promise.all(copies)
  assert.equal(answers.filter((answer) => answer === '200 ok').length, 1)
  assert.deepEqual(
    answers.filter((answer) => !['200 ok', '200 duplicate', '503 in progress'].includes(answer)),
    [],
  )
  assert.equal((await events()).length, 1)
})

test('a body that breaks off leaves nothing', async (t) => {
  const { url, origin, events, markers } = await startReceiver(t)
  const { port } = new URL(origin)
  const socket = connect(Number(port), '127.0.0.1')
  const head = `POST ${new URL(url).pathname} HTTP/1.1\r\nHost: localhost\r\nX-Webhook-Secret: s3cret\r\nContent-Length: 100\r\n\r\n{"n"`
  await new Promise((resolve) => socket.write(head, resolve))
  socket.destroy()
  assert.equal(await send(url, signed('{"n":1}')), '200 ok')
  assert.equal((await events()).length, 1)
  assert.equal(await markers(), 1)
})

test('a delivery that is being received when the receiver stops is stored and answered', async (t) => {
  const { url, close, events } = await startReceiver(t)
  let finish = (_: Uint8Array) => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from('{"n":'))
      finish = (rest) => {
        controller.enqueue(rest)
        controller.close()
      }
    },
  })
  const answer = send(url, { ...signed(body), duplex: 'half' } as RequestInit)
  await send(url, signed('{"first":true}')) // ensures that the slow request has started
  const closing = close()
  finish(Buffer.from('1}'))
  assert.equal(await answer, '200 ok')
  await closing
  assert.equal((await events()).length, 2)
})
