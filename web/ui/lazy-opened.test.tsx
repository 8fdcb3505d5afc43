import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useState } from 'react'
import { openDocument } from '../testing/document.ts'

const { show } = await openDocument()
const { lazyOpened } = await import('./lazy-opened.tsx')
const { Toasts } = await import('./toast.tsx')

const Question = ({ onClose }: { onClose(): void }) => (
  <button type="button" onClick={onClose}>
    Close it
  </button>
)

test('a dialog whose code cannot be fetched closes with a message, and opening it again fetches it again [web.overlays]', async () => {
  let isAway = true
  const Opened = lazyOpened(async () => {
    if (isAway) throw new TypeError('Failed to fetch dynamically imported module')
    return Question
  })
  function Page() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open it
        </button>
        {isOpen && <Opened onClose={() => setOpen(false)} />}
        <Toasts label="Notifications" closeLabel="Close" />
      </>
    )
  }
  const { getByRole, findByRole, queryByRole, findAllByText, user } = show(<Page />)
  await user.click(getByRole('button', { name: 'Open it' }))
  await findAllByText('The server can’t be reached right now.')
  assert.equal(queryByRole('button', { name: 'Close it' }), null)
  isAway = false
  await user.click(getByRole('button', { name: 'Open it' }))
  await user.click(await findByRole('button', { name: 'Close it' }))
  assert.equal(queryByRole('button', { name: 'Close it' }), null)
  // The module is loaded now, so the component renders at once.
  await user.click(getByRole('button', { name: 'Open it' }))
  assert.ok(queryByRole('button', { name: 'Close it' }))
})
