import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { openDocument } from '../../testing/document.ts'

const { show } = await openDocument()
const { pollIntervalMs: askAgainIn, ChangeCards } = await import('./change-cards.tsx')
const { ApiError } = await import('../../ui/call.ts')

const shown = (result: { state: string; result: { outcome: string } | null }, times = 1) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(['change-request', 'c1'], result)
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
    [
      'proposed',
      null,
      'Nothing has happened yet: the request waits for your decision in the Console.',
      'Review',
    ],
    ['confirmed', null, 'Confirmed.', 'View'],
    ['confirmed', 'applied', 'Confirmed.', 'View'],
    ['confirmed', 'running', 'Confirmed and running.', 'View'],
    ['confirmed', 'refused', 'Confirmed, but refused.', 'View'],
    ['confirmed', 'failed', 'Confirmed, but failed.', 'View'],
    ['confirmed', 'partial', 'Confirmed, but only partly completed.', 'View'],
    ['confirmed', 'interrupted', 'Confirmed, but interrupted.', 'View'],
    ['rejected', null, 'You rejected this change.', 'View'],
    ['expired', null, 'This request expired. Ask the agent again.', 'View'],
    [
      'stale',
      'stale',
      'This request is outdated because access or the tool changed. Ask the agent again.',
      'View',
    ],
  ] as const
  for (const [state, outcome, text, act] of standings) {
    const { getByRole, unmount } = shown({ state, result: outcome && { outcome } })
    assert.equal(getByRole('status').textContent, `Pay${text}`, `${state} ${outcome}`)
    const link = getByRole('link', { name: new RegExp(`^${act} ?: Pay \\(opens in a new tab\\)$`) })
    assert.equal(link.getAttribute('href'), '/portal/change-requests/c1')
    const isFramed = getByRole('listitem').className.includes('border')
    assert.equal(isFramed, state === 'proposed' || outcome === 'running', 'only what is not over is framed')
    unmount()
  }
})

test('equal proposals of several calls share one card [web.change-cards]', () => {
  assert.equal(shown({ state: 'proposed', result: null }, 3).getAllByRole('listitem').length, 1)
})

test('a card polls while its state may change, and never for another person’s request [web.change-cards]', () => {
  const open = { state: 'proposed', result: null } as const
  const running = { state: 'confirmed', result: { outcome: 'running', detail: '' } } as const
  const failing = (status: number) => ({ data: undefined, error: new ApiError(status, '', '') })
  for (const result of [
    failing(0),
    failing(502),
    { data: open, error: null },
    { data: running, error: null },
  ])
    assert.equal(typeof askAgainIn(result), 'number')
  const done = { state: 'rejected', result: null } as const
  for (const result of [failing(404), { data: done, error: null }]) assert.equal(askAgainIn(result), false)
})
