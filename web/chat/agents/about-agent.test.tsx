import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ModelAbout } from '#chatapp/models/schema.ts'
import { openDocument } from '../../testing/document.ts'

const { show } = await openDocument()
const { AboutAgent } = await import('./about-agent.tsx')
const { aboutQuery } = await import('./queries.ts')

const tool = (name: string, more: object = {}) => ({
  name,
  built_in: false,
  title: name,
  description: null,
  confirm: false,
  restricted: null,
  ...more,
})

const GARDEN: ModelAbout = {
  id: 'garden',
  name: 'Garden helper',
  description: 'Knows plants',
  hub: {
    model: 'offline/offline',
    tools: [
      tool('Plan bed', { description: 'Plans a bed.', confirm: true }),
      tool('Send invoice', { restricted: { label: 'Invoices', allowed: false, reason: 'denied' } }),
      tool('Order seeds', { restricted: { label: 'Orders', allowed: true, reason: 'everyone' } }),
    ],
    skills: [{ name: 'sow-beds', description: 'Plans what to sow.' }],
    files: { total: 140, paths: Array.from({ length: 100 }, (_, index) => `bed-${index}.md`) },
    tasks: [{ id: 'md:water', name: 'Water the beds', description: '' }],
  },
}

const showAbout = async (about: ModelAbout, console = '') => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(aboutQuery('garden').queryKey, about)
  const shown = show(
    <QueryClientProvider client={client}>
      <AboutAgent agent={{ id: 'garden', name: 'Garden helper' }} console={console} onClose={() => {}} />
    </QueryClientProvider>,
  )
  await shown.findByRole('dialog')
  return shown
}

test('permitted tools are listed apart from tools that are not granted, each with the reason [web.about]', async () => {
  const { getByRole } = await showAbout(GARDEN, '/portal/')
  const open = getByRole('region', { name: 'Tools the agent can use' }).textContent
  assert.match(open, /Plan bedAsks for your confirmationPlans a bed\./)
  assert.match(open, /Order seedsGranted“Orders” was given to everyone who is signed in\./)
  assert.doesNotMatch(open, /invoice/i)
  const closed = getByRole('region', { name: 'Not available to you' }).textContent
  assert.match(
    closed,
    /Send invoiceNot grantedRequires the permission “Invoices”\. Ask a manager of this agent/,
  )
  assert.match(
    getByRole('region', { name: 'Files the agent can read' }).textContent,
    /140 files.*and 128 more$/,
  )
  assert.match(
    getByRole('region', { name: 'Skills' }).textContent,
    /Write \/ and a name.*sow-bedsPlans what to sow\.$/,
  )
  const link = getByRole('link', { name: 'Open in the Console' })
  assert.equal(link.getAttribute('href'), '/portal/workflows')
})

test('tools of the service have translated texts, and other tools their own [web.about]', async () => {
  const tools = [
    tool('save_file', { built_in: true, title: 'Save file', description: 'Put the link into your answer.' }),
    tool('list_files', { title: 'List beds', description: 'Lists beds.' }),
    tool('brand_new', { built_in: true, title: 'Brand new', description: 'Is new.' }),
    tool('fetch_url', { built_in: true, restricted: { label: 'Web', allowed: false, reason: 'denied' } }),
  ]
  const { getByRole } = await showAbout({
    ...GARDEN,
    hub: { model: null, tools, skills: [], files: null, tasks: [] },
  })
  const open = getByRole('region', { name: 'Tools the agent can use' }).textContent
  assert.match(
    open,
    /Give you filesCreates a file for you, with a link to open it\.List bedsLists beds\.Brand newIs new\./,
  )
  const closed = getByRole('region', { name: 'Not available to you' }).textContent
  assert.match(closed, /^Not available to youFetch from the webNot grantedRequires the permission “Web”/)
})

test('an agent without tools, files or tasks says so, and so does a model of another server [web.about]', async () => {
  const hub = { model: null, tools: [], skills: [], files: null, tasks: [] }
  const bare = await showAbout({ ...GARDEN, hub })
  bare.getByText('This agent has no tools and answers from its own knowledge.')
  assert.equal(bare.queryAllByRole('region').length, 1)
  bare.unmount()
  const plain = await showAbout({ ...GARDEN, hub: null })
  plain.getByText(/comes from another server/)
  assert.equal(plain.queryAllByRole('region').length, 0)
})
