import assert from 'node:assert/strict'
import { text as readText } from 'node:stream/consumers'
import test, { type TestContext } from 'node:test'
import type { Channel, OutgoingMessage, SendOutcome } from '#features/messaging/channel.ts'
import type { MediaReference } from '#features/messaging/incoming.ts'
import { teamchat } from '#features/messaging/channels/teamchat/kind.ts'
import { testClock } from '../support/clock.ts'
import { freePort } from '../support/free-ports.ts'
import { startTeamchat, type Fault } from './providers/teamchat.ts'
import { buttonsIn } from './providers/teamchat-presses.ts'

const { signal } = new AbortController()

async function world(t: TestContext) {
  const clock = testClock()
  const provider = await startTeamchat(clock)
  t.after(() => provider[Symbol.asyncDispose]())
  provider.addConversation('D01', 'im')
  provider.addConversation('C01', 'channel')
  const channel = (await teamchat.open({ environment: provider.environment, clock })) as Required<Channel>
  return { clock, provider, channel }
}

const readBy = async (channel: Channel, payload: object) => channel.read(payload)

const outgoing = (
  conversation: string,
  text: string,
  id = 'answer-1',
  replyTo: string | null = null,
): OutgoingMessage => ({
  to: { conversation, replyTo },
  id,
  text,
  plain: text,
})

test('an answer goes into its thread with our id in its metadata, and links in it are not opened', async (t) => {
  const { provider, channel } = await world(t)
  const { ts, payload } = provider.write({ channel: 'C01', user: 'U01', text: '<@U0BOT> hello' })
  const [message] = await readBy(channel, payload)
  assert.equal(message?.kind, 'message')
  const { conversation, id } = message as { conversation: { id: string }; id: string }
  const [text] = channel.write('**Hello** <!channel> & [here](https://a.example/x?a=1&b=2)')
  const outcome = await channel.send(
    { ...text!, id: 'answer-1', to: { conversation: conversation.id, replyTo: id } },
    signal,
  )
  const [posted] = provider.state.posted
  assert.deepEqual(outcome, { outcome: 'sent', id: `C01/${posted?.ts}` })
  assert.equal(posted?.thread_ts, ts)
  assert.equal(posted?.text, '*Hello* &lt;!channel&gt; &amp; <https://a.example/x?a=1&amp;b=2|here>')
  const { asked } = provider.state.calls.findLast(({ method }) => method === 'chat.postMessage')!
  assert.deepEqual([asked['unfurl_links'], asked['unfurl_media']], ['false', 'false'])
  assert.deepEqual(provider.state.refused, [])
})

test('a direct channel is answered beside the message, one of its threads within', async (t) => {
  const { clock, provider, channel } = await world(t)
  await channel.send(outgoing('T01/D01', 'one'), signal)
  clock.advance(1000)
  await channel.send(outgoing('T01/D01/1700000000.000001', 'two'), signal)
  const threads = provider.state.posted.map(({ thread_ts: thread }) => thread)
  assert.deepEqual(threads, [undefined, '1700000000.000001'])
})

test('a channel gets one message a second; others don’t wait for it', async (t) => {
  const { clock, provider, channel } = await world(t)
  const sent = ['one', 'two', 'three'].map((text) => channel.send(outgoing('T01/C01', text, text), signal))
  await channel.send(outgoing('T01/D01', 'elsewhere'), signal)
  await sent[0]
  await clock.sleeperFor(1000)
  assert.deepEqual(provider.state.posted.map(({ text }) => text).toSorted(), ['elsewhere', 'one'])
  clock.advance(1000)
  await sent[1]
  clock.advance(1000)
  await Promise.all(sent)
  assert.deepEqual(
    provider.state.posted.map(({ text }) => text).filter((text) => text !== 'elsewhere'),
    ['one', 'two', 'three'],
  )
})

const OUTCOMES: { says: string; fault: Fault; becomes: Partial<SendOutcome>; reason?: RegExp }[] = [
  {
    says: 'too many, with a wait',
    fault: { status: 429, headers: { 'retry-after': '30' } },
    becomes: { outcome: 'later', afterMs: 30_000, of: 'channel' },
  },
  {
    says: 'too many, without',
    fault: { error: 'rate_limited' },
    becomes: { outcome: 'later', afterMs: 30_000, of: 'channel' },
  },
  {
    says: 'a revoked token',
    fault: { error: 'token_revoked' },
    becomes: { outcome: 'later', of: 'channel' },
    reason: /check TEAMCHAT_BOT_TOKEN$/,
  },
  {
    says: 'a missing scope',
    fault: { error: 'missing_scope', needed: 'chat:write' },
    becomes: { outcome: 'later', of: 'channel' },
    reason: /lacks the scope chat:write/,
  },
  {
    says: '401',
    fault: { status: 401, body: '<html>' },
    becomes: { outcome: 'later', of: 'channel' },
    reason: /TEAMCHAT_BOT_TOKEN/,
  },
  {
    says: '403',
    fault: { status: 403, body: '<html>no</html>' },
    becomes: { outcome: 'later', of: 'channel' },
    reason: /check TEAMCHAT_API_BASE/,
  },
  {
    says: 'not there',
    fault: { error: 'service_unavailable' },
    becomes: { outcome: 'later', of: 'channel' },
  },
  { says: 'half done', fault: { error: 'internal_error' }, becomes: { outcome: 'unknown' } },
  { says: '503', fault: { status: 503, body: '<html>' }, becomes: { outcome: 'unknown' } },
  { says: 'a page', fault: { status: 200, body: '<html>hello</html>' }, becomes: { outcome: 'unknown' } },
  { says: 'nothing', fault: { hangUp: 'before' }, becomes: { outcome: 'unknown' } },
  { says: 'nothing behind the message', fault: { hangUp: 'after' }, becomes: { outcome: 'unknown' } },
  { says: 'gone', fault: { error: 'channel_not_found' }, becomes: { outcome: 'closed' } },
  {
    says: 'archived',
    fault: { error: 'is_archived' },
    becomes: { outcome: 'closed', reason: 'the channel is archived' },
  },
  { says: 'left', fault: { error: 'not_in_channel' }, becomes: { outcome: 'closed' } },
  {
    says: 'restricted',
    fault: { error: 'restricted_action_read_only_channel' },
    becomes: { outcome: 'closed' },
  },
  {
    says: 'too long',
    fault: { error: 'msg_too_long' },
    becomes: { outcome: 'failed', reason: 'the provider answered msg_too_long' },
  },
  {
    says: 'a word with markup',
    fault: { error: '<b>xoxb</b>' },
    becomes: { outcome: 'failed', reason: 'the provider answered unknown_error' },
  },
]

for (const { says, fault, becomes, reason } of OUTCOMES)
  test(`a sent answer has the expected outcome: ${says}`, async (t) => {
    const { provider, channel } = await world(t)
    provider.fault('chat.postMessage', fault)
    const outcome = await channel.send(outgoing('T01/C01', 'hello'), signal)
    for (const [field, value] of Object.entries(becomes)) assert.equal(outcome[field as 'outcome'], value)
    if (reason) assert.match((outcome as { reason: string }).reason, reason)
    assert.doesNotMatch(JSON.stringify(outcome), /sesame/)
  })

test('an unreachable provider certainly got no message', async () => {
  const clock = testClock()
  const environment = {
    TEAMCHAT_BOT_TOKEN: 'xoxb-sesame',
    TEAMCHAT_API_BASE: `http://127.0.0.1:${await freePort()}/api`,
  }
  const channel = await teamchat.open({ environment, clock })
  const outcome = await channel?.send(outgoing('T01/C01', 'hello'), signal)
  assert.deepEqual(outcome, {
    outcome: 'later',
    afterMs: 10_000,
    of: 'channel',
    reason: 'the provider cannot be reached (ECONNREFUSED)',
  })
})

test('an attempt with an unknown outcome is found by its id, on any page, or is certainly missing', async (t) => {
  const { clock, provider, channel } = await world(t)
  provider.state.mostPerPage = 2
  for (const conversation of ['T01/D01', null]) {
    const { ts } = provider.write({ channel: conversation ? 'D01' : 'C01', user: 'U01', text: 'hello' })
    const to = conversation ?? `T01/C01/${ts}`
    const answer = outgoing(to, 'an answer', `id-${to}`, `${conversation ? 'D01' : 'C01'}/${ts}`)
    assert.deepEqual(await channel.reconcile(answer, signal), { sent: false })
    clock.advance(2000)
    provider.fault('chat.postMessage', { hangUp: 'after' })
    assert.equal((await channel.send(answer, signal)).outcome, 'unknown')
    for (const text of ['a', 'b', 'c', 'd'])
      provider.write({
        channel: conversation ? 'D01' : 'C01',
        user: 'U01',
        text,
        ...(!conversation && { thread_ts: ts }),
      })
    const found = await channel.reconcile(answer, signal)
    assert.deepEqual(found, {
      sent: true,
      id: `${conversation ? 'D01' : 'C01'}/${provider.state.posted.at(-1)?.ts}`,
    })
    assert.deepEqual(await channel.reconcile({ ...answer, id: 'another' }, signal), { sent: false })
  }
  provider.fault('conversations.history', { status: 503 })
  assert.equal(await channel.reconcile(outgoing('T01/D01', 'x'), signal), null)
  assert.deepEqual(provider.state.refused, [])
})

test('a file is fetched with the token from the provider’s own host only, and not beyond its declared size', async (t) => {
  const { provider, channel } = await world(t)
  provider.addFile('F01', 'the content')
  provider.addFile('F02', 'longer than it says', { size: 3 })
  provider.addFile('F03', 'elsewhere', { url_private: 'https://files.a.example/F03' })
  const { payload } = provider.write({
    channel: 'D01',
    user: 'U01',
    subtype: 'file_share',
    files: ['F01', 'F02', 'F03'].map((id) => provider.files.get(id)!.info),
  })
  const [message] = await readBy(channel, payload)
  const { media } = message as unknown as { media: [MediaReference, MediaReference, MediaReference] }
  assert.deepEqual(media[0], { id: 'F01', filename: 'F01.txt', contentType: 'text/plain', bytes: 11 })
  const fetched = await channel.fetchMedia(media[0], signal)
  assert.ok(fetched.ok)
  assert.equal(await readText(fetched.value.content), 'the content')
  assert.equal(fetched.value.contentType, 'text/plain')
  const refusal = async (one: MediaReference) => {
    const answer = await channel.fetchMedia(one, signal)
    return answer.ok ? readText(answer.value.content).catch((error: Error) => error.message) : answer.refusal
  }
  assert.equal(await refusal(media[1]), 'the file is larger than declared')
  assert.equal(await refusal(media[2]), 'the file is on another host, which must not receive the token')
  assert.equal(await refusal({ ...media[0], id: 'F99' }), 'the provider answered file_not_found')
  provider.fault('file', { status: 302, headers: { location: 'https://a.example/signin' } })
  assert.match(await refusal(media[0]), /lacks the scope files:read/)
  provider.fault('file', {
    status: 200,
    body: '<html>Sign in</html>',
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
  assert.match(await refusal(media[0]), /lacks the scope files:read/)
  provider.fault('file', { hangUp: 'before' })
  assert.equal(await refusal(media[0]), 'the file could not be fetched')
})

test('a member has the e-mail of their profile; programs, former members and people of other workspaces have no e-mail', async (t) => {
  const { clock, provider, channel } = await world(t)
  const member = { team_id: 'T01', deleted: false, is_bot: false, is_email_confirmed: true }
  const add = (id: string, more: object) =>
    provider.users.set(id, { id, ...member, profile: { email: `${id.toLowerCase()}@example.com` }, ...more })
  add('U01', {})
  add('U02', { deleted: true })
  add('U03', { is_bot: true })
  add('U04', { team_id: 'T99' })
  add('U05', { is_stranger: true })
  add('U06', { is_email_confirmed: false })
  add('U07', { profile: {} })
  const emailOf = (handle: string) => channel.emailOf(handle, signal)
  assert.equal(await emailOf('U01'), 'u01@example.com')
  assert.equal(await emailOf('T01:U01'), 'u01@example.com')
  for (const handle of ['U02', 'U03', 'U04', 'U05', 'U06', 'U07', 'U99', 'T99:U01', 'ada', ''])
    assert.equal(await emailOf(handle), null, handle)
  add('U01', { profile: { email: 'new@example.com' } })
  assert.equal(await emailOf('U01'), 'u01@example.com')
  clock.advance(5 * 60_000)
  assert.equal(await emailOf('U01'), 'new@example.com')
  clock.advance(5 * 60_000)
  provider.fault('users.info', { status: 503 })
  assert.equal(await emailOf('U01'), null)
  assert.equal(await emailOf('U01'), 'new@example.com')
})

test('the variables that are missing are named; without a bot token nothing is opened', async () => {
  assert.deepEqual(teamchat.missingVariables({}), ['TEAMCHAT_APP_TOKEN', 'TEAMCHAT_BOT_TOKEN'])
  assert.deepEqual(teamchat.missingVariables({ TEAMCHAT_APP_TOKEN: 'a', TEAMCHAT_BOT_TOKEN: 'b' }), [])
  assert.deepEqual(teamchat.missingToAnswer({ TEAMCHAT_APP_TOKEN: 'a' }), ['TEAMCHAT_BOT_TOKEN'])
  assert.equal(await teamchat.open({ environment: {}, clock: testClock() }), null)
})

test('an edit replaces text and buttons; a message that is gone or closed for edits stays as it is [messaging.buttons]', async (t) => {
  const { clock, provider, channel } = await world(t)
  const buttons = [
    { value: 'approve:1', label: 'Approve', look: 'primary' },
    { value: 'decline:1', label: 'Decline', look: 'danger' },
  ] as const
  const sent = await channel.send({ ...outgoing('T01/C01/1.000001', 'Pay?'), buttons }, signal)
  assert.ok(sent.outcome === 'sent')
  assert.deepEqual(
    buttonsIn(provider.state.posted[0]!).map(({ text, value }) => [text.text, value]),
    [
      ['Approve', 'approve:1'],
      ['Decline', 'decline:1'],
    ],
  )
  const edited = outgoing('T01/C01/1.000001', 'Paid.')
  const { edit } = channel.buttons
  assert.deepEqual(await edit!(edited, sent.id, signal), sent)
  const [message] = provider.conversations.get('C01')!.messages
  assert.deepEqual([message!.text, message!['blocks']], ['Paid.', []])
  provider.fault(
    'chat.update',
    { error: 'edit_window_closed' },
    { status: 429, headers: { 'retry-after': '9' } },
  )
  assert.deepEqual(await edit!(edited, sent.id, signal), { outcome: 'gone' })
  const later = await edit!(edited, sent.id, signal)
  assert.ok(later.outcome === 'later' && later.afterMs === 9000 && later.of === 'conversation')
  assert.deepEqual(await edit!(edited, 'C01/1.999999', signal), { outcome: 'gone' })
  clock.advance(1000)
  assert.deepEqual(provider.state.refused, [])
})

test('a refused press is shown to its presser only, and the caller learns if it is not [messaging.buttons]', async (t) => {
  const { provider, channel } = await world(t)
  const press = {
    kind: 'pressed',
    id: 'C01/1.000002/U02/2.000000',
    conversation: { id: 'T01/C01/1.000001', kind: 'group', name: null },
    sender: { handles: ['T01:U02', 'U02'], name: 'eve' },
    at: 2000,
    of: 'C01/1.000002',
    button: { part: crypto.randomUUID(), decision: 'approve' },
  } as const
  const refusal = { text: 'Not *yours*.', isRefusal: true }
  assert.equal(await channel.buttons.acknowledge(press, refusal, signal), true)
  const { asked } = provider.state.calls.at(-1)!
  assert.deepEqual(asked, { channel: 'C01', user: 'U02', thread_ts: '1.000001', text: 'Not _yours_.' })
  provider.fault('chat.postEphemeral', { error: 'user_not_in_channel' })
  assert.equal(await channel.buttons.acknowledge(press, refusal, signal), false)
  const calls = provider.state.calls.length
  assert.equal(
    await channel.buttons.acknowledge(press, { text: 'Approved.', isRefusal: false }, signal),
    true,
  )
  assert.equal(provider.state.calls.length, calls)
})
