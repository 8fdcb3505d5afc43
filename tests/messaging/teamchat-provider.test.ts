import assert from 'node:assert/strict'
import { once } from 'node:events'
import test from 'node:test'
import { LogLevel, SocketModeClient } from '@slack/socket-mode'
import { WebClient } from '@slack/web-api'
import { startTeamchat, TOKENS } from './providers/teamchat.ts'

test('the official client connects to the test server, gets a message and acknowledges it', async () => {
  await using provider = await startTeamchat()
  provider.addConversation('D01', 'im')
  const client = new SocketModeClient({
    appToken: TOKENS.app,
    logLevel: LogLevel.ERROR,
    clientOptions: { slackApiUrl: `${provider.apiBase}/` },
  })
  client.on('message', ({ ack }) => void ack())
  await client.start()
  const received = once(client as unknown as EventTarget & NodeJS.EventEmitter, 'message')
  const { envelopes, ts } = provider.write({ channel: 'D01', user: 'U01', text: 'hello' })
  const [{ event }] = (await received) as [{ event: { text: string; ts: string; channel_type: string } }]
  assert.deepEqual([event.text, event.ts, event.channel_type], ['hello', ts, 'im'])
  await provider.until(() => provider.state.acknowledged.length === 1)
  assert.deepEqual(provider.state.acknowledged, envelopes)
  await client.disconnect()
  assert.deepEqual(provider.state.refused, [])
})

test('the official client sends, reads history and threads in pages, and finds its metadata again', async () => {
  await using provider = await startTeamchat()
  provider.state.mostPerPage = 2
  provider.addConversation('C01', 'channel')
  const client = new WebClient(TOKENS.bot, { slackApiUrl: `${provider.apiBase}/`, logLevel: LogLevel.ERROR })
  const me = await client.auth.test()
  const listed = await client.users.conversations({ types: 'public_channel,im', exclude_archived: true })
  assert.deepEqual([me.team_id, listed.channels?.map(({ id }) => id)], ['T01', ['C01']])
  const { ts } = (await client.apiCall('chat.postMessage', { channel: 'C01', text: 'one' })) as unknown as {
    ts: string
  }
  for (const text of ['two', 'three', 'four'])
    await client.apiCall('chat.postMessage', {
      channel: 'C01',
      text,
      thread_ts: ts,
      metadata: { event_type: 'hub_message', event_payload: { id: text } },
    })
  const texts: unknown[] = []
  const args = { channel: 'C01', ts, include_all_metadata: true }
  for await (const page of client.paginate('conversations.replies', args))
    texts.push(
      ...((page as { messages?: { metadata?: { event_payload?: { id?: string } } }[] }).messages ?? []).map(
        (one) => one.metadata?.event_payload?.id,
      ),
    )
  assert.deepEqual(texts, [undefined, 'two', 'three', 'four'])
  const { messages } = await client.conversations.history({ channel: 'C01' })
  assert.deepEqual(
    messages?.map(({ text, reply_count: count }) => [text, count]),
    [['one', 3]],
  )
  assert.deepEqual(provider.state.refused, [])
})

test('the test server refuses undocumented requests', async () => {
  await using provider = await startTeamchat()
  const body = new URLSearchParams({ channel: 'C01', tekst: 'x' })
  const headers = { authorization: `Bearer ${TOKENS.bot}` }
  const answer = await fetch(`${provider.apiBase}/chat.postMessage`, { method: 'POST', headers, body })
  assert.deepEqual(await answer.json(), { ok: false, error: 'invalid_arguments' })
  assert.equal(provider.state.refused.length, 1)
})

test('the official client streams a message, and changes and deletes one; a sealed stream it can only change', async () => {
  await using provider = await startTeamchat()
  provider.addConversation('C01', 'channel')
  const client = new WebClient(TOKENS.bot, { slackApiUrl: `${provider.apiBase}/`, logLevel: LogLevel.ERROR })
  const { ts: root } = provider.write({ channel: 'C01', user: 'U01', text: 'hello' })
  const to = { channel: 'C01', thread_ts: root, recipient_team_id: 'T01', recipient_user_id: 'U01' }
  const streamer = client.chatStream({ ...to, buffer_size: 1 })
  await streamer.append({ markdown_text: 'one ' })
  await streamer.append({ markdown_text: 'two ' })
  const metadata = { event_type: 'hub_message', event_payload: { id: 'ours' } }
  await streamer.stop({ markdown_text: 'three', metadata })
  assert.deepEqual(provider.saidIn('C01'), ['one two three'])
  const { ts } = await client.chat.startStream({ ...to, markdown_text: 'another' })
  await assert.rejects(client.chat.update({ channel: 'C01', ts: ts!, text: 'x' }), /streaming_state_conflict/)
  provider.sealAll()
  const append = client.chat.appendStream({ channel: 'C01', ts: ts!, markdown_text: ' one' })
  await assert.rejects(append, /message_not_in_streaming_state/)
  await client.chat.update({ channel: 'C01', ts: ts!, text: 'changed', blocks: [] })
  assert.deepEqual(provider.saidIn('C01'), ['one two three', 'changed'])
  await client.chat.delete({ channel: 'C01', ts: ts! })
  assert.deepEqual(provider.saidIn('C01'), ['one two three'])
  await assert.rejects(client.chat.startStream({ channel: 'C01', thread_ts: root }), /missing_recipient/)
  assert.deepEqual(provider.state.refused, [])
})
