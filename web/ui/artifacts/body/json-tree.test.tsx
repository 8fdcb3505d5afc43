import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDocument } from '../../../testing/document.ts'
import { parseJson } from './json-lines.ts'

const { show } = await openDocument()
const { JsonTree } = await import('./json-tree.tsx')

const GARDEN = `{
  "name": "Garden Team",
  "beds": [
    {"bed": 1, "plant": "Tomato"},
    {"bed": 2, "plant": "Peas"}
  ],
  "manager": null
}`

test('a JSON tree is walked, opened and closed by keyboard alone [web-artifacts.tree]', async () => {
  const { user, getByRole, queryByRole } = show(<JsonTree root={parseJson(GARDEN)} />)
  const branch = (name: RegExp) => getByRole('treeitem', { name })
  const reached = () => document.activeElement?.textContent
  branch(/^\{/).focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  assert.match(reached()!, /^beds: /)
  assert.equal(branch(/^beds/).getAttribute('aria-expanded'), 'true')
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}')
  assert.match(reached()!, /^bed: 1/)
  await user.keyboard('{ArrowLeft}')
  assert.match(reached()!, /^0: /)
  await user.keyboard('{ArrowLeft}')
  assert.equal(queryByRole('treeitem', { name: /Tomato/ }), null)
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  assert.equal(branch(/^beds/).getAttribute('aria-expanded'), 'false')
  await user.keyboard('{End}')
  assert.match(reached()!, /^manager: null/)
  await user.keyboard('{Home}')
  assert.match(reached()!, /^\{/)
})
