import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { startTestBridge, type TestBridge } from '../support/bridge.ts'
import { openRaw } from '../support/raw-http.ts'
import { savedLink, upload } from './saved-file.ts'

/** Status, type and body of a response, which must be equal for all invalid links. */
const answerTo = async (bridge: TestBridge, target: string, headers: Record<string, string> = {}) => {
  const connection = await openRaw(bridge.port)
  const lines = Object.entries({ Host: 'localhost', Connection: 'close', ...headers }).map((pair) =>
    pair.join(': '),
  )
  connection.send(`GET ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  const answer = await connection.closed()
  const [head, body] = answer.split('\r\n\r\n', 2) as [string, string]
  return { status: Number(head.split(' ')[1]), body }
}

const startWithLink = async (t: Parameters<typeof startTestBridge>[0]) => {
  const bridge = await startTestBridge(t, { environment: { SVC_ARTIFACT_LINK_TTL: '3600' } })
  const link = await savedLink(bridge, 'a.txt', 'hello')
  const [path, query] = link.split('?') as [string, string]
  const { t: signature, e } = Object.fromEntries(new URLSearchParams(query)) as { t: string; e: string }
  const refused = await answerTo(bridge, path)
  assert.equal(refused.status, 401)
  assert.equal((await answerTo(bridge, link)).body, 'hello')
  return { bridge, link, path, signature, expires: e, refused }
}

const BAD_ADDRESS =
  '{"error":{"message":"The address is not properly encoded.","type":"invalid_request_error","param":null,"code":"bad_address"}}'

const flipped = (text: string, bit: number): string => {
  const bytes = Buffer.from(text)
  bytes[bit >> 3]! ^= 1 << (bit & 7)
  return [...bytes]
    .map((byte) =>
      /[\w.~-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, '0')}`,
    )
    .join('')
}

test('a link with any bit of its signature, expiry, chat or name turned over opens nothing [isolation.links]', async (t) => {
  const { bridge, signature, expires, refused } = await startWithLink(t)
  const parts: Record<'chat' | 'name' | 't' | 'e', string> = {
    chat: 'c1',
    name: 'a.txt',
    t: signature,
    e: expires,
  }
  for (const [part, text] of Object.entries(parts) as [keyof typeof parts, string][])
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: text.length * 8 - 1 }), async (bit) => {
        const { chat, name, t: sign, e }: typeof parts = { ...parts, [part]: flipped(text, bit) }
        const answer = await answerTo(bridge, `/artifacts/${chat}/${name}?t=${sign}&e=${e}`)
        // An invalid name gets a fixed message, which contains no part of the address.
        if (answer.status === 400) assert.equal(answer.body, BAD_ADDRESS)
        else assert.deepEqual(answer, refused, `${part}, bit ${bit}`)
      }),
      { numRuns: Math.min(200, text.length * 8) },
    )
})

test('every way to bend a link is refused in the same words [isolation.links]', async (t) => {
  const { bridge, path, signature: s, expires: e, refused } = await startWithLink(t)
  const otherChat = await savedLink(bridge, 'a.txt', 'hello', 'c2')
  const otherFile = await savedLink(bridge, 'b.txt', 'other')
  const bytes = Buffer.from(s, 'base64url')
  const bent = [
    path,
    `${path}?`,
    `${path}?t=`,
    `${path}?t=${s}`,
    `${path}?e=${e}`,
    `${path}?t=&e=${e}`,
    `${path}?t=${s}&e=`,
    `${path}?t=${s}&t=${s}&e=${e}`,
    `${path}?t=${s}&t=x&e=${e}`,
    `${path}?t=x&t=${s}&e=${e}`,
    `${path}?t=${s}&e=${e}&e=${e}`,
    `${path}?t=${s}&e=1&e=${e}`,
    `${path}?t[]=${s}&e=${e}`,
    `${path}?t[0]=${s}&e[0]=${e}`,
    `${path}?T=${s}&E=${e}`,
    `${path}?t=${s.toUpperCase()}&e=${e}`,
    `${path}?t=${s.toLowerCase()}&e=${e}`,
    `${path}?t=${s}=&e=${e}`,
    `${path}?t=${s}%3D&e=${e}`,
    `${path}?t=${s}%00&e=${e}`,
    `${path}?t=+${s}&e=${e}`,
    `${path}?t=${s}%20&e=${e}`,
    `${path}?t=${bytes.toString('hex')}&e=${e}`,
    `${path}?t=${encodeURIComponent(bytes.toString('base64'))}&e=${e}`,
    `${path}?t=${s}${s}&e=${e}`,
    `${path}?t=${s.slice(0, -1)}&e=${e}`,
    `${path}?t=%25${s.charCodeAt(0).toString(16)}${s.slice(1)}&e=${e}`,
    ...[
      '0',
      '-1',
      `-${e}`,
      '1e99',
      '9999999999',
      '99999999999999999999',
      'NaN',
      'Infinity',
      'never',
      `0${e}`,
      `${e}.0`,
      `+${e}`,
      `%20${e}`,
      `0x${Number(e).toString(16)}`,
      `${Number(e) + 1}`,
      `${Number(e) - 1}`,
    ].map((other) => `${path}?t=${s}&e=${other}`),
    `${path}?e=${e};t=${s}`,
    `${path}#?t=${s}&e=${e}`.replace('#', '%23'),
    `${path}%3Ft=${s}&e=${e}`,
    `${path}/?t=${s}&e=${e}`.replace('/?', '%2F?'),
    `${path.replace('c1', 'c2')}?t=${s}&e=${e}`,
    `${path.replace('c1', 'C1')}?t=${s}&e=${e}`,
    `${path.replace('c1', '%63%312')}?t=${s}&e=${e}`,
    `${path.replace('a.txt', 'b.txt')}?t=${s}&e=${e}`,
    `${path.replace('a.txt', 'A.txt')}?t=${s}&e=${e}`,
    `${path.replace('a.txt', '%2561.txt')}?t=${s}&e=${e}`,
    `${path.replace('a.txt', 'a.txt%00')}?t=${s}&e=${e}`,
    `${otherChat.split('?')[0]}?t=${s}&e=${e}`,
    `${path}?${otherChat.split('?')[1]}`,
    `${otherFile.split('?')[0]}?t=${s}&e=${e}`,
    `${path}?${otherFile.split('?')[1]}`,
    `/artifacts/c1/missing.txt?t=${s}&e=${e}`,
    `/artifacts/none/a.txt?t=${s}&e=${e}`,
  ]
  for (const target of bent) assert.deepEqual(await answerTo(bridge, target), refused, target)
})

test('parameters that are not ours change nothing, and spellings of the same path are the same file [isolation.links]', async (t) => {
  const { bridge, link, path, signature: s, expires: e } = await startWithLink(t)
  for (const target of [
    `${link}&utm_source=mail`,
    `${link}&tt=1&ee=2`,
    `${path}?x=1&e=${e}&t=${s}`,
    `${path.replace('a.txt', '%61.txt')}?t=${s}&e=${e}`,
    `${path}?%74=${s}&e=${e}`,
  ])
    assert.equal((await answerTo(bridge, target)).body, 'hello', target)
})

test('the same name in another chat is another file [isolation.links]', async (t) => {
  const bridge = await startTestBridge(t)
  const [one, two] = [
    await savedLink(bridge, 'a.txt', 'one', 'c1'),
    await savedLink(bridge, 'a.txt', 'two', 'c2'),
  ]
  assert.equal((await answerTo(bridge, one)).body, 'one')
  assert.equal((await answerTo(bridge, two)).body, 'two')
  assert.equal((await answerTo(bridge, `${one.split('?')[0]}?${two.split('?')[1]}`)).status, 401)
})

test('a bad link opens nothing with the public default key, and a good one needs no key [isolation.links]', async (t) => {
  const { bridge, link, path, refused } = await startWithLink(t)
  await upload(bridge, 'b.txt', 'x')
  const key = { Authorization: 'Bearer svc-local-bridge-key' }
  assert.deepEqual(await answerTo(bridge, path, key), refused)
  assert.deepEqual(await answerTo(bridge, `${path}?t=x&e=1`, key), refused)
  assert.equal((await answerTo(bridge, link, key)).status, 200)
  assert.equal((await answerTo(bridge, link, { Authorization: 'Bearer wrong' })).status, 200)
})
