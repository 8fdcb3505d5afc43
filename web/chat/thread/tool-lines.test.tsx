import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
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

test('a line opens to input and output [web.tools]', async () => {
  const { user, getByRole, queryByRole } = show(<ToolLines tools={[DONE]} running={false} broken={false} />)
  assert.equal(queryByRole('region'), null)
  await user.click(getByRole('button', { name: /Read beds\.md.*done/ }))
  assert.match(getByRole('region', { name: 'Arguments' }).textContent, /"path": "beds\.md"/)
  assert.equal(getByRole('region', { name: 'Result' }).textContent, 'North: lavender')
})

test('a call that waits for a decision shows no duration [web.tools]', () => {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  const tool: ToolActivity = { ...DONE, change: { id: 'c', summary: 'Order seeds' } }
  const { getByRole } = show(
    <QueryClientProvider client={client}>
      <ToolLines tools={[tool]} running broken={false} />
    </QueryClientProvider>,
  )
  const { textContent } = getByRole('button')
  assert.match(textContent, /waiting for you/)
  assert.doesNotMatch(textContent, /ms/)
})

test('a failure from which the agent recovered stays quiet [web.tools]', () => {
  const { getByRole, queryByText } = show(<ToolLines tools={[FAILED, DONE]} running={false} broken={false} />)
  assert.equal(getByRole('button', { name: /Sow.*failed/ }).getAttribute('aria-expanded'), 'false')
  assert.equal(queryByText('No seeds are left.'), null)
})

test('only the call that ended the answer opens automatically, with advice [web.tools]', () => {
  const { getByText, getAllByRole } = show(<ToolLines tools={[DONE, FAILED]} running={false} broken />)
  getByText('No seeds are left.')
  getByText('Try again, or ask the agent for another way.')
  assert.deepEqual(
    getAllByRole('button').map((line) => line.getAttribute('aria-expanded')),
    ['false', 'true'],
  )
})

test('a call that the person stopped is cancelled, and a declined question has its server and the reason [web.tools]', () => {
  const stopped: ToolActivity = { ...FAILED, error: undefined, unfinished: 'cancelled' }
  const lost: ToolActivity = { ...stopped, id: '3', unfinished: 'interrupted' }
  const declined = (reason: 'unattended' | 'unclear'): ToolActivity => ({
    ...DONE,
    id: reason,
    asked: { server: 'desk', action: 'decline', reason },
  })
  const { getByRole, queryByText } = show(
    <ToolLines tools={[stopped, lost, declined('unattended')]} running={false} broken={false} />,
  )
  getByRole('button', { name: /Sow.*cancelled/ })
  getByRole('button', { name: /Sow.*not finished/ })
  getByRole('button', { name: /desk’s question was declined: no person can answer it/ })
  assert.equal(queryByText(/failed/), null)
  show(<ToolLines tools={[declined('unclear')]} running={false} broken={false} />).getByRole('button', {
    name: /desk’s question was declined: the server worked for several people/,
  })
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
