import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useRef } from 'react'
import { openDocument } from '../../testing/document.ts'

const { show } = await openDocument()
const { useNewestFirst } = await import('./newest-first.ts')

function Numbers({ count }: { count: number }) {
  const pane = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const from = useNewestFirst({ count, pane, content })
  return (
    <div ref={pane}>
      <div ref={content}>
        <output>{from}</output>
      </div>
    </div>
  )
}

test('what is said goes on below what is shown, and another branch begins with its newest messages [web.long-chat]', () => {
  const { getByRole, rerender } = show(<Numbers count={10} />)
  const from = () => Number(getByRole('status').textContent)
  assert.equal(from(), 0)
  getByRole('status').parentElement!.parentElement!.scrollTop = 10 // away from what is earlier
  for (let count = 12; count <= 60; count += 2) rerender(<Numbers count={count} />)
  assert.equal(from(), 0, 'nothing that was read goes away')
  rerender(<Numbers count={2000} />)
  assert.ok(from() > 1900, `it begins with ${from()}`)
  rerender(<Numbers count={30} />)
  assert.ok(from() <= 6)
})
