import assert from 'node:assert/strict'
import { test } from 'node:test'
import { act } from 'preact/test-utils'
import { openDocument } from '../testing/document.ts'

const { show } = await openDocument()
const { toast, Toasts } = await import('./toast.tsx')

const add = (message: Parameters<typeof toast>[0]) => act(() => void toast(message))
const toasts = <Toasts label="Notifications" closeLabel="Close" />

test('a toast disappears after six seconds, but not while a person points at it or uses another window [web.toasts]', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const pass = (ms: number) => act(() => t.mock.timers.tick(ms))
  const send = (target: EventTarget, type: string) => act(() => void target.dispatchEvent(new Event(type)))
  const { queryByText, getByRole } = show(toasts)
  await add({ text: 'Chat deleted' })
  await pass(5_999)
  assert.ok(queryByText('Chat deleted'))
  const list = getByRole('region', { name: 'Notifications (F8)' })
  await send(list, 'pointerenter')
  await pass(60_000)
  await send(window, 'blur')
  await send(list, 'pointerleave')
  await pass(60_000)
  assert.ok(queryByText('Chat deleted'))
  await send(window, 'focus')
  await pass(6_000)
  assert.equal(queryByText('Chat deleted'), null)
})

test('F8 focuses the toasts, Escape removes the focused toast, and the focus returns [web.toasts]', async () => {
  const { getByRole, queryByText, queryByRole, user } = show(
    <>
      <input aria-label="Message" />
      {toasts}
    </>,
  )
  const message = getByRole('textbox')
  message.focus()
  await user.keyboard('{F8}')
  assert.equal(document.activeElement, message, 'no toast, no other focus')
  await add({ text: 'First', failure: true })
  await add({ text: 'Second' })
  await user.keyboard('{F8}')
  await user.tab()
  await user.keyboard('{Escape}')
  assert.equal(queryByText('First'), null)
  await user.tab()
  await user.keyboard('{Escape}')
  assert.equal(queryByText('Second'), null)
  assert.equal(document.activeElement, message)
  assert.equal(queryByRole('region'), null)
})

test('the action of a toast runs once and removes the toast; at most three toasts are shown [web.toasts]', async () => {
  let runs = 0
  const { getByRole, getAllByRole, queryByText, user } = show(toasts)
  for (const text of ['One', 'Two', 'Three']) await add({ text })
  await add({ text: 'Deleted', action: { label: 'Undo', run: () => (runs += 1) } })
  assert.equal(queryByText('One'), null)
  await user.click(getByRole('button', { name: 'Undo' }))
  assert.equal(runs, 1)
  assert.equal(queryByText('Deleted'), null)
  for (const close of getAllByRole('button', { name: 'Close' })) await user.click(close)
})

test('a finger removes a toast by moving it sideways, and a short movement keeps it [web.toasts]', async () => {
  const { getByText, queryByText } = show(toasts)
  await add({ text: 'Saved' })
  const send = (type: string, clientX: number) =>
    act(() => {
      const event = new PointerEvent(type, { bubbles: true, clientX, pointerType: 'touch' })
      getByText('Saved').dispatchEvent(event)
    })
  const swipe = async (from: number, to: number) => {
    await send('pointerdown', from)
    await send('pointermove', to)
    await send('pointerup', to)
  }
  await swipe(100, 130)
  assert.ok(queryByText('Saved'))
  await swipe(100, 200)
  assert.equal(queryByText('Saved'), null)
})
