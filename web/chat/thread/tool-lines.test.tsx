import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ToolActivity } from '#ground/turn/schema.ts'
import { openDocument } from '../../testing/document.ts'

const { show } = await openDocument()
const { ToolLines } = await import('./tool-lines.tsx')

const DONE: ToolActivity = {
  id: '1',
  name: 'read_file',
  title: 'Read beds.md',
  state: 'done',
  ms: 40,
  input: '{\n  "path": "beds.md"\n}',
  result: 'North: lavender',
}
const FAILED: ToolActivity = {
  id: '2',
  name: 'sow',
  title: 'Sow',
  state: 'failed',
  ms: 9,
  error: 'No seeds are left.',
}

test('a line opens to what went in and what came out [web.tools]', async () => {
  const { user, getByRole, queryByRole } = show(<ToolLines tools={[DONE]} running={false} broken={false} />)
  assert.equal(queryByRole('region'), null)
  await user.click(getByRole('button', { name: /Read beds\.md.*done/ }))
  assert.match(getByRole('region', { name: 'Arguments' }).textContent, /"path": "beds\.md"/)
  assert.equal(getByRole('region', { name: 'Result' }).textContent, 'North: lavender')
})

test('a failure from which the agent recovered stays quiet [web.tools]', () => {
  const { getByRole, queryByText } = show(<ToolLines tools={[FAILED, DONE]} running={false} broken={false} />)
  assert.equal(getByRole('button', { name: /Sow.*failed/ }).getAttribute('aria-expanded'), 'false')
  assert.equal(queryByText('No seeds are left.'), null)
})

test('one that ended the answer opens by itself and says what to do, and only it [web.tools]', () => {
  const { getByText, getAllByRole } = show(<ToolLines tools={[DONE, FAILED]} running={false} broken />)
  getByText('No seeds are left.')
  getByText('You can try again, or ask for another way.')
  assert.deepEqual(
    getAllByRole('button').map((line) => line.getAttribute('aria-expanded')),
    ['false', 'true'],
  )
})

test('many lines are one, which says how many failed and is open only when the answer broke [web.tools]', () => {
  const many = ['a', 'b', 'c'].map((id) => ({ ...DONE, id }))
  const quiet = show(<ToolLines tools={[FAILED, ...many]} running={false} broken={false} />)
  const line = quiet.getByRole('button', { name: /4 steps.*1 failed/ })
  assert.equal(line.getAttribute('aria-expanded'), 'false')
  quiet.unmount()
  const broken = show(<ToolLines tools={[...many, FAILED]} running={false} broken />)
  broken.getByText('No seeds are left.')
})
