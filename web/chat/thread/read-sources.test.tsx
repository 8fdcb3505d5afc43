import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ToolActivity } from '#ground/turn/schema.ts'
import { openDocument } from '../../testing/document.ts'
import { readSources } from './read-sources.ts'

const { show } = await openDocument()
const { Sources } = await import('./sources.tsx')

const read = (path: unknown, result = 'North: lavender', more: Partial<ToolActivity> = {}): ToolActivity => ({
  id: 'call',
  name: 'read_file',
  title: 'Read',
  state: 'done',
  input: JSON.stringify({ path }, null, 2),
  result,
  ...more,
})

test('read files are named once each, by unambiguous names [web-artifacts.sources]', () => {
  const named = (...tools: ToolActivity[]) => readSources(tools).map(({ name }) => name)
  assert.deepEqual(
    readSources([read('files/beds.md'), read('./files/beds.md', 'South: peas'), read('files/beds.md')]),
    [{ id: 'files/beds.md', name: 'beds.md', link: null, excerpts: ['North: lavender', 'South: peas'] }],
  )
  assert.deepEqual(named(read('a/x.md'), read('b/x.md'), read('b/y.md')), ['a/x.md', 'b/x.md', 'y.md'])
  assert.deepEqual(named(read('gnp\u202Eexe.md')), ['gnpexe.md'], 'nothing reads backwards')
  const none = [
    read('x.md', '', { state: 'failed' }),
    read('x.md', '', { state: 'running' }),
    read('x.md', '', { name: 'save_file' }),
    read(7),
    read(''),
    read('x.md', '', { input: '{ "path": "x…' }),
    read('x.md', '', { input: 'null' }),
  ]
  assert.deepEqual(named(...none), [])
})

test('sources named by a tool are listed with the read ones, each once, and only web addresses become links [web.named-sources]', () => {
  const call = (...sources: NonNullable<ToolActivity['sources']>) =>
    read(7, '', { name: 'look_up', input: '{}', sources })
  const url = 'https://garden.example/ferns'
  assert.deepEqual(
    readSources([
      read('files/beds.md'),
      call({ title: 'Ferns', url }, { title: 'Beds', path: './files/beds.md', text: 'South: peas' }),
      call({ title: 'Ferns again', url, text: 'They like shade' }, { title: 'By word of mouth' }),
      call({ title: 'Not read', url: 'https://other.example/' }),
      { ...call({ title: 'Failed' }), state: 'failed' },
    ]),
    [
      { id: 'files/beds.md', name: 'beds.md', link: null, excerpts: ['North: lavender', 'South: peas'] },
      { id: url, name: 'Ferns', link: { url, host: 'garden.example' }, excerpts: ['They like shade'] },
      { id: 'By word of mouth', name: 'By word of mouth', link: null, excerpts: [] },
      {
        id: 'https://other.example/',
        name: 'Not read',
        link: { url: 'https://other.example/', host: 'other.example' },
        excerpts: [],
      },
    ],
  )
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', '/api', 'x'])
    assert.equal(readSources([call({ title: 'Ferns', url: bad })])[0]?.link, null)
})

test('a source of the web is shown with its host and opens without knowing where it was opened [web.named-sources]', () => {
  const sources = [{ title: 'Ferns', url: 'https://garden.example/ferns' }]
  const { getByRole } = show(<Sources tools={[read(7, '', { name: 'look_up', sources })]} />)
  const link = getByRole('link', { name: 'Ferns garden.example' })
  assert.deepEqual(
    ['href', 'target', 'rel'].map((name) => link.getAttribute(name)),
    ['https://garden.example/ferns', '_blank', 'noopener noreferrer nofollow'],
  )
})
