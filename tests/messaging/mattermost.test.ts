import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import type { Channel, OutgoingMessage } from '#features/messaging/channel.ts'
import { mattermost } from '#features/messaging/channels/mattermost/kind.ts'
import { freePort } from '../support/free-ports.ts'
import { startMattermost, type Fault, type MattermostServer } from './providers/mattermost.ts'

const never = new AbortController().signal

async function openChannel(
  t: TestContext,
  { more = {}, path = '' }: { more?: Record<string, string>; path?: string } = {},
): Promise<{ server: MattermostServer; channel: Channel }> {
  const server = await startMattermost(t, path)
  const environment = { MATTERMOST_URL: `${server.url}/`, MATTERMOST_BOT_TOKEN: server.token, ...more }
  const channel = await mattermost.open({ environment, clock: systemClock })
  assert.ok(channel)
  t.after(() => channel[Symbol.asyncDispose]())
  return { server, channel }
}

let count = 0
const outgoing = (conversation: string, replyTo: string | null = null, words = 'hello'): OutgoingMessage => ({
  text: words,
  plain: words,
  to: { conversation, replyTo },
  id: `out-${++count}`,
})

test('it is off, and names the missing variable, until both variables are set', async () => {
  assert.deepEqual(mattermost.missingVariables({}), ['MATTERMOST_URL', 'MATTERMOST_BOT_TOKEN'])
  assert.deepEqual(mattermost.missingToAnswer({ MATTERMOST_URL: 'https://a.example' }), [
    'MATTERMOST_BOT_TOKEN',
  ])
  assert.equal(await mattermost.open({ environment: {}, clock: systemClock }), null)
})

test('an invalid variable is reported by its name, and the token is not shown', async () => {
  const environment = { MATTERMOST_URL: 'https://me:pass@a.example', MATTERMOST_BOT_TOKEN: 'two words' }
  await assert.rejects(mattermost.open({ environment, clock: systemClock }), (error: Error) => {
    assert.match(error.message, /MATTERMOST_URL/)
    assert.match(error.message, /MATTERMOST_BOT_TOKEN: expected an access token/)
    assert.doesNotMatch(error.message, /two words/)
    return true
  })
})

test('an answer goes into the thread of its conversation, below a path, too', async (t) => {
  const { server, channel } = await openChannel(t, { path: '/chat' })
  const ada = server.addUser('ada')
  const town = server.addChannel('O')
  const root = server.say(ada, town, '@hub hi')
  const message = outgoing(`${town.id}/${root.id}`, root.id)
  const outcome = await channel.send(message, never)
  assert.ok(outcome.outcome === 'sent')
  const post = server.posts.get(outcome.id)
  assert.deepEqual([post?.root_id, post?.message, post?.user_id], [root.id, 'hello', server.bot.id])
  assert.equal(post?.props.hub_message_id, message.id)
  assert.deepEqual(server.refused, [])
})

test('a direct message is answered beside it, and one within a thread in that thread', async (t) => {
  const { server, channel } = await openChannel(t)
  const ada = server.addUser('ada')
  const line = server.addChannel('D')
  const root = server.say(ada, line, 'hi')
  const inThread = server.say(ada, line, 'and?', { root_id: root.id })
  for (const [replyTo, expected] of [
    [root.id, ''],
    [inThread.id, root.id],
    [null, ''],
  ] as const) {
    const outcome = await channel.send(outgoing(line.id, replyTo), never)
    assert.ok(outcome.outcome === 'sent')
    assert.equal(server.posts.get(outcome.id)?.root_id, expected)
  }
  server.remove(inThread)
  assert.equal((await channel.send(outgoing(line.id, inThread.id), never)).outcome, 'sent')
})

test('a message that was sent twice in a short time is there once', async (t) => {
  const { server, channel } = await openChannel(t)
  const line = server.addChannel('D')
  const message = outgoing(line.id)
  const [first, second] = [await channel.send(message, never), await channel.send(message, never)]
  assert.deepEqual(first, second)
  assert.equal(server.postsOf(line.id).length, 1)
})

const OUTCOMES: readonly { name: string; does: Fault['does']; expected: object }[] = [
  {
    name: '429 with Retry-After',
    does: {
      answer: 429,
      headers: { 'retry-after': '7', 'x-ratelimit-reset': '9' },
      body: 'limit exceeded\n',
    },
    expected: {
      outcome: 'later',
      afterMs: 7_000,
      of: 'channel',
      reason: 'Mattermost limits the rate of requests',
    },
  },
  {
    name: '429 with X-Ratelimit-Reset',
    does: { answer: 429, headers: { 'x-ratelimit-reset': '1' }, body: 'limit exceeded\n' },
    expected: {
      outcome: 'later',
      afterMs: 1_000,
      of: 'channel',
      reason: 'Mattermost limits the rate of requests',
    },
  },
  {
    name: '429 that says nothing of the time',
    does: { answer: 429, body: '' },
    expected: {
      outcome: 'later',
      afterMs: 5_000,
      of: 'channel',
      reason: 'Mattermost limits the rate of requests',
    },
  },
  {
    name: 'a proxy that asks for a password',
    does: { answer: 401, body: '<html>' },
    expected: {
      outcome: 'later',
      afterMs: 300_000,
      of: 'channel',
      reason: 'what answers at MATTERMOST_URL is not Mattermost (401)',
    },
  },
  {
    name: 'a redirect',
    does: { answer: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' },
    expected: {
      outcome: 'later',
      afterMs: 300_000,
      of: 'channel',
      reason: 'MATTERMOST_URL leads elsewhere (302): set it to the address people end up at',
    },
  },
  {
    name: 'HTML with 200',
    does: { answer: 200, body: '<html>' },
    expected: { outcome: 'unknown', reason: 'what answers at MATTERMOST_URL is not Mattermost (200)' },
  },
  {
    name: '500',
    does: { answer: 500, body: JSON.stringify({ id: 'app.post.save', message: 'no', status_code: 500 }) },
    expected: { outcome: 'unknown', reason: 'Mattermost answers 500: no' },
  },
  {
    name: 'nothing',
    does: 'close before',
    expected: { outcome: 'unknown', reason: 'the connection to Mattermost broke (UND_ERR_SOCKET)' },
  },
  {
    name: 'a text that is too long',
    does: {
      answer: 400,
      body: JSON.stringify({
        id: 'model.post.is_valid.message_length.app_error',
        message: 'long',
        status_code: 400,
      }),
    },
    expected: { outcome: 'failed', reason: 'Mattermost answers 400: long' },
  },
]

for (const { name, does, expected } of OUTCOMES)
  test(`sending meets ${name}`, async (t) => {
    const { server, channel } = await openChannel(t)
    server.faults.push({ on: 'POST posts', does })
    assert.deepEqual(await channel.send(outgoing(server.addChannel('D').id), never), expected)
  })

test('a conversation that takes nothing more is closed', async (t) => {
  const { server, channel } = await openChannel(t)
  const left = server.addChannel('O', { isClosed: true })
  const archived = server.addChannel('O', { delete_at: 5 })
  const town = server.addChannel('O')
  for (const conversation of [left.id, archived.id, `${town.id}/${'x'.repeat(26)}`])
    assert.equal((await channel.send(outgoing(conversation), never)).outcome, 'closed', conversation)
})

test('a token that is refused waits for a person, and is named and not shown', async (t) => {
  const { server, channel } = await openChannel(t)
  server.acceptsToken = false
  const outcome = await channel.send(outgoing(server.addChannel('D').id), never)
  assert.deepEqual(outcome, {
    outcome: 'later',
    afterMs: 300_000,
    reason: 'Mattermost does not accept MATTERMOST_BOT_TOKEN',
    of: 'channel',
  })
})

test('a server that is not there was surely not reached', async () => {
  const environment = {
    MATTERMOST_URL: `http://127.0.0.1:${await freePort()}`,
    MATTERMOST_BOT_TOKEN: 'secret',
  }
  const channel = await mattermost.open({ environment, clock: systemClock })
  assert.deepEqual(await channel?.send(outgoing('d'.repeat(26)), never), {
    outcome: 'later',
    afterMs: 10_000,
    reason: "Mattermost can't be reached at MATTERMOST_URL (ECONNREFUSED)",
    of: 'channel',
  })
})

test('an attempt that ended in the dark is found again when it arrived', async (t) => {
  const { server, channel } = await openChannel(t)
  const ada = server.addUser('ada')
  const town = server.addChannel('O')
  const root = server.say(ada, town, '@hub hi')
  for (const conversation of [`${town.id}/${root.id}`, server.addChannel('D').id]) {
    const arrived = outgoing(conversation)
    server.faults.push({ on: 'POST posts', does: 'close after' })
    assert.equal((await channel.send(arrived, never)).outcome, 'unknown')
    const post = [...server.posts.values()].find(({ props }) => props.hub_message_id === arrived.id)
    assert.deepEqual(await channel.reconcile?.(arrived, never), { sent: true, id: post?.id })

    const lost = outgoing(conversation)
    server.faults.push({ on: 'POST posts', does: 'close before' })
    assert.equal((await channel.send(lost, never)).outcome, 'unknown')
    assert.deepEqual(await channel.reconcile?.(lost, never), { sent: false })

    server.faults.push({ on: 'GET ', does: { answer: 502, body: '<html>' } })
    assert.equal(await channel.reconcile?.(arrived, never), null)
  }
  assert.deepEqual(server.refused, [])
})

test('an attempt is searched on several pages, and not reported as lost if it may be older', async (t) => {
  const { server, channel } = await openChannel(t)
  const ada = server.addUser('ada')
  const line = server.addChannel('D')
  const early = outgoing(line.id)
  const sent = await channel.send(early, never)
  for (let n = 0; n < 450; n++) server.say(ada, line, `${n}`)
  assert.ok(sent.outcome === 'sent')
  assert.deepEqual(await channel.reconcile?.(early, never), { sent: true, id: sent.id })
  assert.deepEqual(await channel.reconcile?.(outgoing(line.id), never), { sent: false })
  for (let n = 0; n < 1_600; n++) server.say(ada, line, `${n}`)
  assert.equal(await channel.reconcile?.(early, never), null)
})

test('while an answer is made, the bot is shown typing where it will appear', async (t) => {
  const { server, channel } = await openChannel(t)
  const town = server.addChannel('O')
  const root = server.say(server.addUser('ada'), town, '@hub hi')
  await channel.acknowledge?.({ conversation: `${town.id}/${root.id}`, replyTo: root.id }, root.id, never)
  assert.deepEqual(server.typing, [{ channel_id: town.id, parent_id: root.id }])
  server.faults.push({ on: 'POST users/me/typing', does: 'close before' })
  await channel.acknowledge?.({ conversation: `${town.id}/${root.id}`, replyTo: root.id }, root.id, never)
})

test('a file is fetched with the token, and breaks off behind its declared size', async (t) => {
  const { server, channel } = await openChannel(t)
  server.files.set('f1', { content: Buffer.from('content'), type: 'text/plain' })
  const reference = { id: 'f1', filename: 'a.txt', contentType: null, bytes: 7 }
  const fetched = await channel.fetchMedia(reference, never)
  assert.ok(fetched.ok)
  assert.equal(fetched.value.contentType, 'text/plain')
  assert.equal(await text(fetched.value.content), 'content')

  const longer = await channel.fetchMedia({ ...reference, bytes: 3 }, never)
  assert.ok(longer.ok)
  await assert.rejects(text(longer.value.content), /larger than declared/)

  assert.deepEqual(await channel.fetchMedia({ ...reference, id: 'f2' }, never), {
    ok: false,
    refusal: 'Mattermost answers 404: refused: app.file_info.get.app_error',
  })
  server.faults.push({ on: 'GET files', does: { answer: 302, headers: { location: server.url }, body: '' } })
  const moved = await channel.fetchMedia(reference, never)
  assert.ok(!moved.ok && /leads elsewhere/.test(moved.refusal))
})

test('an e-mail counts only if the server verified it, or the operator trusts the server', async (t) => {
  const strict = await openChannel(t)
  const trusting = await openChannel(t, { more: { MATTERMOST_TRUST_EMAILS: 'true' } })
  const mailOf = ({ server, channel }: typeof strict, more: object) =>
    channel.emailOf?.(server.addUser('ada', { email: 'Ada@Example.com', ...more }).id, never)
  assert.equal(await mailOf(strict, {}), null)
  assert.equal(await mailOf(strict, { email_verified: true }), 'ada@example.com')
  assert.equal(await mailOf(trusting, {}), 'ada@example.com')
  for (const more of [{ is_bot: true }, { delete_at: 1 }, { remote_id: 'other' }, { email: '' }])
    assert.equal(await mailOf(trusting, more), null, JSON.stringify(more))
  assert.equal(await trusting.channel.emailOf?.('me', never), null)
  assert.equal(await trusting.channel.emailOf?.('unknown', never), null)
})
