import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDocument } from '../../../testing/document.ts'

const { show } = await openDocument()
const { lazyView } = await import('./lazy-view.tsx')

test('a view whose code cannot be fetched shows an error in its place, and a retry fetches it again [web.overlays]', async () => {
  let isAway = true
  const View = lazyView(async () => {
    if (isAway) throw new TypeError('Failed to fetch dynamically imported module')
    return ({ text }: { text: string }) => <p>{text}</p>
  })
  const { findByRole, findByText, queryByText, queryByRole, user } = show(<View text="Peas" />)
  assert.ok(queryByRole('status', { name: 'Loading the content…' }))
  await findByRole('alert')
  isAway = false
  await user.click(await findByRole('button', { name: 'Try again' }))
  await findByText('Peas')
  assert.equal(queryByRole('alert'), null)
  show(<View text="Beans" />)
  assert.ok(queryByText('Beans'), 'from now on it is there at once')
})
