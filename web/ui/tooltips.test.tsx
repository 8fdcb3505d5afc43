import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDocument } from '../testing/document.ts'

const page = await openDocument()
const { startTooltips, tooltip } = await import('./tooltips.ts')

test('a tooltip never covers the content that its button has opened [web.tooltips]', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  startTooltips()
  const { getByRole, queryByText } = page.show(
    <button type="button" aria-label="Open" aria-expanded {...tooltip('Its menu')} />,
  )
  const over = new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' })
  getByRole('button').dispatchEvent(over)
  t.mock.timers.tick(1_000)
  assert.equal(queryByText('Its menu'), null)
})
