import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useRef } from 'react'
import { openDocument } from '../../testing/document.ts'

const { show } = await openDocument()
const { useNewestFirst } = await import('./newest-first.ts')

const branchOf = (first: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: String(first + n) }))

let asked = 0
const onNearTop = () => void asked++

function Numbers({ branch }: { branch: { id: string }[] }) {
  const pane = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const from = useNewestFirst({ branch, pane, content, onNearTop })
  return (
    <div ref={pane}>
      <div ref={content}>
        <output>{from}</output>
      </div>
    </div>
  )
}

test('new messages appear below the visible ones, and another branch begins with its newest messages [web.long-chat]', () => {
  const { getByRole, rerender } = show(<Numbers branch={branchOf(0, 10)} />)
  const from = () => Number(getByRole('status').textContent)
  assert.equal(from(), 0)
  assert.ok(asked > 0, 'earlier ones are asked for')
  getByRole('status').parentElement!.parentElement!.scrollTop = 10 // scrolls away from the earlier messages
  for (let count = 12; count <= 60; count += 2) rerender(<Numbers branch={branchOf(0, count)} />)
  assert.equal(from(), 0, 'nothing that was read goes away')
  rerender(<Numbers branch={branchOf(-48, 108)} />)
  assert.equal(from(), 48, 'earlier ones that were read wait above')
  rerender(<Numbers branch={branchOf(0, 2000)} />)
  assert.ok(from() > 1900, `it begins with ${from()}`)
  rerender(<Numbers branch={branchOf(0, 30)} />)
  assert.equal(from(), 20)
})
