import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDocument } from '../../testing/document.ts'

const { show } = await openDocument()
const { SendAgain } = await import('./send-again.tsx')

function showSendAgain(states: readonly ('failed' | 'unknown')[]) {
  const sent: (readonly string[])[] = []
  const messages = states.map((state, index) => ({ id: `m${index}`, state }))
  const shown = show(
    <SendAgain label="Send" messages={messages} busy={false} onSend={(ids) => sent.push(ids)} />,
  )
  return { ...shown, sent }
}

test('messages that surely failed are sent again at once [console-app.messages]', async () => {
  const { user, getByRole, queryByRole, sent } = showSendAgain(['failed', 'failed'])
  await user.click(getByRole('button', { name: 'Send' }))
  assert.deepEqual(sent, [['m0', 'm1']])
  assert.equal(queryByRole('alertdialog'), null)
})

test('messages that may have arrived are sent again only after a confirmation [console-app.messages]', async () => {
  const { user, getByRole, getByText, sent } = showSendAgain(['failed', 'unknown'])
  await user.click(getByRole('button', { name: 'Send' }))
  getByText(/Resending may deliver the answer twice/)
  await user.click(getByRole('button', { name: 'Cancel' }))
  assert.deepEqual(sent, [])
  await user.click(getByRole('button', { name: 'Send' }))
  await user.click(getByRole('button', { name: 'Send again' }))
  assert.deepEqual(sent, [['m0', 'm1']])
})

test('with nothing chosen there is nothing to send', () => {
  const { getByRole } = showSendAgain([])
  assert.ok(getByRole('button', { name: 'Send' }).hasAttribute('disabled'))
})
