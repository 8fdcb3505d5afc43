import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelView } from '#features/messaging/schema.ts'
import { openDocument } from '../../testing/document.ts'

const { show } = await openDocument()
const { ChannelSetUp } = await import('./channel-set-up.tsx')

const CHAT_B: ChannelView = {
  hub: 'garden',
  name: 'chatb',
  option: 'chat-b',
  address: 'https://hub.example.org/webhooks/garden/chatb',
  missing: [],
  missing_to_answer: [],
  last_heard_at: null,
  counts: {
    received: 0,
    answering: 0,
    sending: 0,
    sent: 0,
    unknown: 0,
    failed: 0,
    refused: 0,
    stopped: 0,
    noted: 0,
  },
}

const showChannel = (change: Partial<ChannelView>) =>
  show(<ChannelSetUp channels={[{ ...CHAT_B, ...change }]} />)

test('a channel without its variables names them [console-app.channels]', () => {
  const { getByText, getByRole, queryByText } = showChannel({
    missing: ['CHATB_WEBHOOK_SECRET'],
    missing_to_answer: ['CHATB_BOT_TOKEN'],
  })
  getByText('CHATB_WEBHOOK_SECRET=…')
  getByText('CHATB_BOT_TOKEN=…')
  getByText('Not set up')
  getByRole('button', { name: /Address for the provider/ })
  getByText(CHAT_B.address!)
  assert.equal(queryByText('hub inbound register chat-b'), null)
})

test('a channel that receives and cannot answer names the missing setting [console-app.channels]', () => {
  const { getByText, queryByText } = showChannel({ missing_to_answer: ['CHATB_BOT_TOKEN'] })
  getByText('Receives only')
  getByText('CHATB_BOT_TOKEN=…')
  assert.equal(queryByText('CHATB_WEBHOOK_SECRET=…'), null)
})

test('a channel that is set up and not connected yet shows how to start it and inform the provider [console-app.channels]', () => {
  const { getByText } = showChannel({})
  getByText('Nothing received yet')
  getByText('hub run --chat-b # or: hub inbound --chat-b')
  getByText('hub inbound register chat-b')
})

test('a channel that was heard needs no hint [console-app.channels]', () => {
  const { getByText, queryByText } = showChannel({ last_heard_at: '2026-03-01T10:00:00.000Z' })
  getByText(/Last received/)
  assert.equal(queryByText('hub inbound register chat-b'), null)
})
