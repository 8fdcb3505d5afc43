import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { AccessRequestView } from '#chatapp/access-requests/schema.ts'
import type { ClosedHub } from '#ground/hub/about/schema.ts'
import { openDocument } from '../../testing/document.ts'

const { show } = await openDocument()
const { ClosedAgent } = await import('./closed-agent.tsx')
const { agentsQuery } = await import('../api/agents.ts')
const { closedQuery } = await import('./queries.ts')
const { accessRequestsQuery } = await import('../api/access-requests.ts')

interface Shown {
  closed?: readonly ClosedHub[]
  wanted?: string
  administrator?: boolean
  console?: string
  asked?: readonly AccessRequestView[]
}

const shown = ({ closed = [], wanted, administrator = false, console = '', asked = [] }: Shown) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(agentsQuery.queryKey, [])
  client.setQueryData(closedQuery.queryKey, [...closed])
  client.setQueryData(accessRequestsQuery.queryKey, [...asked])
  return show(
    <QueryClientProvider client={client}>
      <ClosedAgent wanted={wanted} other={undefined} administrator={administrator} console={console} />
    </QueryClientProvider>,
  )
}

const hub = (id: string, canGrant: boolean): ClosedHub => ({ id, name: `The ${id}`, can_grant: canGrant })

test('a person without managed Hubs sees the same page for a closed agent and a missing agent [web.closed]', () => {
  const closed = shown({ wanted: 'attic', closed: [hub('cellar', true)] })
  closed.getByRole('heading', { name: 'You don’t have access to this agent' })
  const text = closed.container.textContent
  assert.doesNotMatch(text, /attic|cellar/)
  closed.unmount()
  assert.equal(shown({ wanted: 'no-such' }).container.textContent, text)
})

test('without any agent people learn whom to ask, and administrators the possible causes [web.closed]', () => {
  const person = shown({})
  person.getByText(/Ask an administrator/)
  person.unmount()
  shown({ administrator: true }).getByText(/No agent is running/)
})

test('the page names the managers of a Hub, and whether they can grant themselves access [web.closed]', () => {
  const attic = shown({ wanted: 'attic', closed: [hub('attic', true)], console: '/portal/' })
  attic.getByRole('heading', { name: 'You don’t have access to The attic' })
  attic.getByText(/You can grant yourself this permission/)
  assert.equal(attic.getByRole('link').getAttribute('href'), '/portal/hubs/attic')
  attic.unmount()
  const other = shown({ closed: [hub('attic', false)] })
  other.getByText(/A manager who has the permission/)
  assert.equal(other.queryByRole('link'), null, 'the Console is not known yet')
})

test('a manager of many Hubs gets one list, and the link to the rest [web.closed]', () => {
  const closed = Array.from({ length: 10 }, (_, index) => hub(`bed-${index}`, index > 0))
  const { getAllByRole, getByRole, getByText } = shown({ closed, console: '/portal' })
  getByRole('heading', { name: 'You can’t use any of your agents yet' })
  getByText(/A manager who has the permission/)
  const links = getAllByRole('link').map((link) => link.getAttribute('href'))
  assert.equal(links.length, 9)
  assert.deepEqual([links[0], links.at(-1)], ['/portal/hubs/bed-0', '/portal/hubs'])
})

const request = (id: string, state: AccessRequestView['state']): AccessRequestView => ({
  id,
  note: '',
  state,
  asked_at: Date.now() / 1000 - 3600,
  decided_at: state === 'asked' ? null : Date.now() / 1000 - 60,
  is_told: false,
})

test('access to a closed agent can be requested once, and the outcome replaces the button [web.ask-access]', () => {
  const free = shown({ wanted: 'attic', asked: [request('cellar', 'asked'), request('attic', 'given')] })
  free.getByRole('textbox', { name: /Why you need access/ })
  free.getByRole('button', { name: 'Request access' })
  free.unmount()
  for (const [state, text] of [
    ['asked', /Request sent 1 hour ago/],
    ['declined', /declined 1 minute ago/],
  ] as const) {
    const { getByRole, queryByRole, unmount } = shown({ wanted: 'attic', asked: [request('attic', state)] })
    assert.match(getByRole('status').textContent, text)
    assert.equal(queryByRole('button'), null)
    unmount()
  }
})

test('a manager who can grant themselves access cannot request it [web.ask-access]', () => {
  const own = shown({ wanted: 'attic', closed: [hub('attic', true)] })
  assert.equal(own.queryByRole('button', { name: 'Request access' }), null)
  own.unmount()
  shown({ wanted: 'attic', closed: [hub('attic', false)] }).getByRole('button', { name: 'Request access' })
})
