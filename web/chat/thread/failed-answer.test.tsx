import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { AccessRequestView } from '#chatapp/access-requests/schema.ts'
import type { MessageView } from '#chatapp/chats/schema.ts'
import type { SpentBudget } from '#ground/turn/errors/budget/schema.ts'
import { openDocument } from '../../testing/document.ts'

const { show } = await openDocument()
const { FailedAnswer } = await import('./failed-answer.tsx')
const { accessRequestsQuery } = await import('../api/access-requests.ts')

const AT = 1_795_000_000

function shown(error: MessageView['error'], requests: AccessRequestView[] = []) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(accessRequestsQuery.queryKey, requests)
  const message = { model: 'garden', timestamp: AT, error } as MessageView
  return show(
    <QueryClientProvider client={client}>
      <FailedAnswer message={message} retry={<button type="button">Try again</button>} goOn={false} />
    </QueryClientProvider>,
  )
}

const buttonsFor = (code: string, requests?: AccessRequestView[]) => {
  const { queryAllByRole, unmount } = shown({ code, message: 'Why.' }, requests)
  const names = queryAllByRole('button').map(({ textContent }) => textContent)
  unmount()
  return names
}

test('a failed answer offers what can help: another try, access, or nothing [web.ending] [web.refusals]', () => {
  for (const code of ['agent_unreachable', 'too_many_turns', 'http_503', 'server_error', 'model_timeout'])
    assert.deepEqual(buttonsFor(code), ['Try again'], code)
  for (const code of ['blocked', 'context_length_exceeded', 'http_402', 'model_unauthorized', 'file_damaged'])
    assert.deepEqual(buttonsFor(code), [], code)
  for (const code of ['no_grant', 'access_withdrawn'])
    assert.deepEqual(buttonsFor(code), ['Request access'], code)
})

test('a request for access replaces the button, and access that was given since offers another try [web.refusals]', () => {
  const request = { id: 'garden', note: '', asked_at: AT, decided_at: null, is_told: true }
  assert.deepEqual(buttonsFor('no_grant', [{ ...request, state: 'asked' }]), [])
  const given = { ...request, state: 'given' as const }
  assert.deepEqual(buttonsFor('no_grant', [{ ...given, decided_at: AT - 10 }]), ['Request access'])
  assert.deepEqual(buttonsFor('no_grant', [{ ...given, decided_at: AT + 10 }]), ['Try again'])
})

const budgetError = (more: Partial<SpentBudget>) => ({
  code: 'budget_exhausted',
  message: 'Why.',
  budget: {
    scope: 'hub' as const,
    period: 'month' as const,
    unit: 'usd' as const,
    used: 9_000_000,
    held: 400_000,
    limit: 10_000_000,
    needed: 700_000,
    resets_at: Math.floor(Date.now() / 1000) + 3600,
    ...more,
  },
})

test('a budget that is too small names what is left, reserved and needed, and offers another try after its reset [web.refusals]', () => {
  const { getByText, queryByRole, unmount } = shown(budgetError({}))
  getByText('This agent’s monthly budget doesn’t suffice for this answer.')
  getByText('$0.60 of $10.00 ($0.40 reserved by running answers)')
  getByText('up to $0.70')
  getByText(/\(in 1 hour\)/)
  assert.equal(queryByRole('button'), null)
  unmount()
  const reset = shown(budgetError({ resets_at: Math.floor(Date.now() / 1000) - 1 }))
  reset.getByText('The budget has been reset. You can try again.')
  reset.getByRole('button', { name: 'Try again' })
})
