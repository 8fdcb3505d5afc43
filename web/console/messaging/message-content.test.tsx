import { test } from 'node:test'
import type { MessageDetail } from '#features/messaging/schema.ts'
import { openDocument } from '../../testing/document.ts'

const { show } = await openDocument()
const { MessageContent } = await import('./message-content.tsx')

const AT = '2026-03-01T10:00:00.000Z'
const MESSAGE: MessageDetail = {
  id: 'm1',
  hub: 'garden',
  channel: 'chata',
  conversation: '15550100',
  handle: '15550100',
  sender: 'Ada',
  email: 'ada@example.org',
  preview: 'When do I sow beans?',
  files: 1,
  state: 'unknown',
  reason: 'cut off while it was sent',
  received_at: AT,
  ended_at: null,
  text: 'When do I sow beans?',
  media: [{ filename: 'beans.jpg', content_type: 'image/jpeg' }],
  answer: 'In May.',
  attempts: 1,
  sent: [
    {
      cause: 'answer',
      state: 'unknown',
      parts: [
        {
          text: 'First part',
          state: 'sent',
          reason: null,
          attempts: 1,
          sent_at: AT,
          delivered_at: AT,
          read_at: null,
        },
        {
          text: 'Second part',
          state: 'unknown',
          reason: 'the provider did not answer',
          attempts: 3,
          sent_at: null,
          delivered_at: null,
          read_at: null,
        },
      ],
    },
  ],
}

test('a message shows its files, its answer, and each part with its times and its trouble [console-app.messages]', () => {
  const { getByText } = show(<MessageContent message={MESSAGE} />)
  getByText('beans.jpg')
  getByText('In May.')
  getByText('Cut off while it was sent')
  getByText('The provider did not answer')
  getByText('3 attempts')
  getByText('Delivered')
  getByText('not reported')
})

test('a sender without an account is unknown, and the reason is shown as text [console-app.messages]', () => {
  const refused: MessageDetail = {
    ...MESSAGE,
    sender: null,
    email: null,
    state: 'refused',
    reason: 'unknown sender',
    answer: null,
    sent: [],
  }
  const { getByText } = show(<MessageContent message={refused} />)
  getByText('unknown')
  getByText('No account has this handle')
  getByText('No answer.')
  getByText('Nothing was sent.')
})
