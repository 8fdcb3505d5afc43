import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { openDocument } from '../../testing/document.ts'

const { show } = await openDocument()
const { ChangeCards } = await import('./change-cards.tsx')
const { askAgainIn } = await import('../api/changes.ts')
const { ApiError } = await import('../../ui/call.ts')

const base = {
  id: 'c1',
  kind: 'tool_call',
  summary: 'Run pay: Pay',
  operations: [
    {
      action: 'call_tool',
      tool: 'pay',
      title: 'Pay Kim',
      description: 'Pays a person.',
      input: { to: 'Kim', pin: '1234', list: [1, 2] },
      input_schema: { type: 'object', properties: { to: { type: 'string' } } },
    },
  ],
  secret_fields: ['pin'],
  needs_password: false,
  decided_at: null,
  next: null,
}

const shown = (told: { state: string; result: object | null }, times = 1) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(['change-request', 'c1'], { ...base, ...told })
  const call = {
    id: 't',
    name: 'pay',
    title: '',
    state: 'done' as const,
    change: { id: 'c1', summary: 'Pay' },
  }
  return show(
    <QueryClientProvider client={client}>
      <ChangeCards tools={Array.from({ length: times }, () => call)} />
    </QueryClientProvider>,
  )
}

test('a card shows the state and result of its change, and offers a decision only for an open one [web.change-cards]', () => {
  const standings = [
    ['proposed', null, 'Waiting for your decision. Nothing has happened yet.'],
    ['confirmed', null, 'Approved. It runs in a moment…'],
    ['confirmed', 'applied', 'Approved and done.'],
    ['confirmed', 'running', 'Approved and running…'],
    ['confirmed', 'refused', 'Approved, but the Hub refused the call. why'],
    ['confirmed', 'failed', 'Approved, but failed. why'],
    ['confirmed', 'partial', 'Approved, but only partly completed. why'],
    ['confirmed', 'interrupted', 'Approved, but interrupted. why'],
    ['rejected', null, 'You declined.'],
    ['rejected', 'rejected', 'You declined. Your reason: why'],
    ['expired', null, 'Nobody decided within a day. Nothing has happened.'],
    ['stale', 'stale', 'Outdated: the access or the tool changed. Nothing has happened.'],
  ] as const
  for (const [state, outcome, text] of standings) {
    const result = outcome && { outcome, detail: 'why' }
    const { getByRole, queryByRole, unmount } = shown({ state, result })
    const card = `${state} ${outcome}`
    assert.equal(getByRole('status').textContent, `Pay Kim${text}`, card)
    const isOpen = state === 'proposed'
    for (const name of ['Approve', 'Decline', 'Edit arguments'])
      assert.equal(queryByRole('button', { name }) !== null, isOpen, `${card}: ${name}`)
    const isLapsed = state === 'stale' || state === 'expired'
    assert.equal(queryByRole('button', { name: 'Propose again' }) !== null, isLapsed, card)
    const link = queryByRole('link', { name: /^View ?: Pay Kim \(opens in a new tab\)$/ })
    assert.equal(link?.getAttribute('href'), isOpen ? undefined : '/portal/change-requests/c1', card)
    unmount()
  }
})

test('a card shows the arguments, and a secret only on request [web.call-card]', async () => {
  const { user, getByRole, getByText, queryByText, unmount } = shown({ state: 'proposed', result: null })
  const fields = getByRole('listitem').querySelector('dl')!
  const rows = [...fields.querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.nextElementSibling!.textContent,
  ])
  assert.deepEqual(rows, [
    ['to', 'Kim'],
    ['pin', '••••••••'],
    ['list', '[\n  1,\n  2\n]'],
  ])
  assert.ok(getByText('Pays a person.'))
  await user.click(getByRole('button', { name: 'Show pin' }))
  assert.ok(queryByText('1234'))
  await user.click(getByRole('button', { name: 'Hide pin' }))
  assert.equal(queryByText('1234'), null)
  unmount()
})

test('equal proposals of several calls share one card [web.change-cards]', () => {
  assert.equal(shown({ state: 'proposed', result: null }, 3).getAllByRole('listitem').length, 1)
})

test('a card polls while its state may change, and never for another person’s request [web.change-cards]', () => {
  const open = { state: 'proposed', result: null } as const
  const running = {
    state: 'confirmed',
    kind: 'tool_call',
    result: { outcome: 'running', detail: '' },
  } as const
  const failing = (status: number) => ({ data: undefined, error: new ApiError(status, '', '') })
  for (const told of [failing(0), failing(502), { data: open, error: null }, { data: running, error: null }])
    assert.equal(typeof askAgainIn(told), 'number')
  const done = { state: 'rejected', result: null } as const
  for (const told of [failing(404), { data: done, error: null }]) assert.equal(askAgainIn(told), false)
})
