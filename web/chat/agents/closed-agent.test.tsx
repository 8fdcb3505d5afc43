import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ClosedHub } from '#ground/hub/about/schema.ts'
import { openDocument } from '../../testing/document.ts'

const { show } = await openDocument()
const { ClosedAgent } = await import('./closed-agent.tsx')
const { agentsQuery, closedQuery } = await import('./queries.ts')

interface Shown {
  closed?: readonly ClosedHub[]
  wanted?: string
  administrator?: boolean
  console?: string
}

const shown = ({ closed = [], wanted, administrator = false, console = '' }: Shown) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(agentsQuery.queryKey, [])
  client.setQueryData(closedQuery.queryKey, [...closed])
  return show(
    <QueryClientProvider client={client}>
      <ClosedAgent wanted={wanted} other={undefined} administrator={administrator} console={console} />
    </QueryClientProvider>,
  )
}

const hub = (id: string, canGrant: boolean): ClosedHub => ({ id, name: `The ${id}`, can_grant: canGrant })

test('whoever manages nothing reads the same of an agent that is closed and one that does not exist [web.closed]', () => {
  const closed = shown({ wanted: 'attic', closed: [hub('cellar', true)] })
  closed.getByRole('heading', { name: 'This agent isn’t open to you' })
  const text = closed.container.textContent
  assert.doesNotMatch(text, /attic|cellar/)
  closed.unmount()
  assert.equal(shown({ wanted: 'no-such' }).container.textContent, text)
})

test('with no agent at all people are told whom to ask, administrators what may be wrong [web.closed]', () => {
  const person = shown({})
  person.getByText(/Ask an administrator/)
  person.unmount()
  shown({ administrator: true }).getByText(/No agent is running/)
})

test('who manages a Hub is told by name, and whether they can let themselves in [web.closed]', () => {
  const attic = shown({ wanted: 'attic', closed: [hub('attic', true)], console: '/portal/' })
  attic.getByRole('heading', { name: 'The attic isn’t open to you' })
  attic.getByText(/You can give it to yourself/)
  assert.equal(attic.getByRole('link').getAttribute('href'), '/portal/hubs/attic')
  attic.unmount()
  const other = shown({ closed: [hub('attic', false)] })
  other.getByText(/Somebody who manages access and has the permission/)
  assert.equal(other.queryByRole('link'), null, 'the Console is not known yet')
})

test('who manages many Hubs gets one list, and the way to the rest [web.closed]', () => {
  const closed = Array.from({ length: 10 }, (_, index) => hub(`bed-${index}`, index > 0))
  const { getAllByRole, getByRole, getByText } = shown({ closed, console: '/portal' })
  getByRole('heading', { name: 'None of your agents is open to you' })
  getByText(/Somebody who manages access/)
  const links = getAllByRole('link').map((link) => link.getAttribute('href'))
  assert.equal(links.length, 9)
  assert.deepEqual([links[0], links.at(-1)], ['/portal/hubs/bed-0', '/portal/hubs'])
})
