import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { tableFindings } from '../../src/cli/checks/prices.ts'
import { BUILT_IN_TABLE } from '#ground/model-table/table.ts'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openModelTables } from '#ground/model-table/installed.ts'

const DAY_MS = 86_400_000

const dateAfter = (days: number) =>
  new Date(Date.parse(BUILT_IN_TABLE.date) + days * DAY_MS).toISOString().slice(0, 10)

const tableText = (fields: object = {}) =>
  JSON.stringify({
    date: BUILT_IN_TABLE.date,
    source: 'a test',
    models: {
      'openai/gpt-5': { input: 7, output: 8, cached_read: 1, context: 300_000 },
      'openai/gpt-*': { context: 128_000 },
    },
    ...fields,
  })

const jsonLines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('hub models lists the models of the Hub, installs a table and returns to that of the release [models.table]', async (t) => {
  const folder = await folderWith(t, {
    'agent.md': '---\nmodel: [openai/gpt-5, compatible/llama, openai/gpt-5.4]\n---\nYou help.',
    'agents/helper.md': '---\nmodel: anthropic/claude-opus-5\n---\nYou help.',
    'table.json': tableText(),
  })
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await hub(['models', ...args, '--hub', folder])
    assert.equal(code, 0, stderr)
    return stdout
  }
  const [released, ...before] = jsonLines(await run('list', '--json'))
  assert.deepEqual(released, {
    table: true,
    date: BUILT_IN_TABLE.date,
    source: BUILT_IN_TABLE.source,
    file: null,
  })
  assert.deepEqual(
    before.map(({ model, input, context }) => [model, input, context]),
    [
      ['openai/gpt-5', 1.25, 400_000],
      ['compatible/llama', null, null],
      ['openai/gpt-5.4', 2.5, 1_050_000],
      ['anthropic/claude-opus-5', 5, 1_000_000],
    ],
  )
  assert.match(await run('list'), /openai\/gpt-5 +\$1\.25 +\$10 +\$0\.125 +\$1\.25 +400,000\n/)

  assert.match(await run('update', '--file', join(folder, 'table.json')), /^Installed 2 models of /)
  const installed = join(folder, '.svc', 'models.json')
  assert.equal((await stat(installed)).mode & 0o777, 0o644)
  const [table, ...after] = jsonLines(await run('list', '--json'))
  assert.equal(table.file, installed)
  assert.deepEqual(
    after.map(({ model, input, context }) => [model, input, context]),
    [
      ['openai/gpt-5', 7, 300_000],
      ['compatible/llama', null, null],
      ['openai/gpt-5.4', null, 128_000],
      ['anthropic/claude-opus-5', null, null],
    ],
  )
  assert.equal(jsonLines(await run('list', '--all', '--json')).length, 3)
  const { stdout } = await hub(['doctor', folder, '--offline'])
  assert.match(stdout, /openai\/gpt-5\.4 is not in the model table, so its cost is unknown/)
  assert.doesNotMatch(stdout, /compatible\/llama is not in the model table/)

  assert.match(await run('update', '--back'), new RegExp(BUILT_IN_TABLE.date))
  assert.equal(jsonLines(await run('list', '--json'))[0].file, null)
})

const REFUSED: [what: string, text: string, message: RegExp][] = [
  ['no JSON', '{', /table\.json: is not JSON/],
  ['no date', tableText({ date: undefined }), /date: expected a date such as 2026-11-28/],
  ['no source', tableText({ source: '' }), /source: /],
  ['no models', tableText({ models: {} }), /models: expected at least one model/],
  ['an unknown field', tableText({ currency: 'EUR' }), /currency/],
  [
    'half a price',
    tableText({ models: { 'a/b': { input: 1 } } }),
    /models\.a\/b: expected both input and output/,
  ],
  [
    'an empty entry',
    tableText({ models: { 'a/b': {} } }),
    /models\.a\/b: expected input and output, or context/,
  ],
  ['a negative price', tableText({ models: { 'a/b': { input: -1, output: 1 } } }), /models\.a\/b\.input/],
  ['a price as text', tableText({ models: { 'a/b': { input: '$1', output: 1 } } }), /expected US dollars/],
  ['a bad name', tableText({ models: { b: { input: 1, output: 1 } } }), /expected <provider>\/<model>/],
  ['an older date', tableText({ date: dateAfter(-1) }), /is before .*, the date of the release’s table/],
  ['a future date', tableText({ date: '2999-01-01' }), /is in the future/],
]

test('a table with a mistake is refused, with its place, and the installed table stays [models.table]', async (t) => {
  for (const [what, text, message] of REFUSED) {
    const folder = await folderWith(t, {
      'agent.md': 'You help.',
      'table.json': text,
      '.svc/models.json': tableText(),
    })
    const { code, stderr } = await hub([
      'models',
      'update',
      '--file',
      join(folder, 'table.json'),
      '--hub',
      folder,
    ])
    assert.equal(code, 1, what)
    assert.match(stderr, message, what)
    assert.equal(await readFile(join(folder, '.svc/models.json'), 'utf8'), tableText())
  }
})

test('hub models update needs either a file or --back [models.table]', async (t) => {
  const folder = await folderWith(t, { 'agent.md': 'You help.' })
  for (const args of [[], ['--back', '--file', 'table.json']]) {
    const { code, stderr } = await hub(['models', 'update', ...args, '--hub', folder])
    assert.equal(code, 2)
    assert.match(stderr, /either --file.*or --back/)
  }
})

test('doctor warns of a table older than 90 days, and fails for a malformed one [models.table-age]', async (t) => {
  const used = { table: BUILT_IN_TABLE, path: null, problem: null }
  const statusAfter = (days: number) =>
    tableFindings(used, Date.parse(BUILT_IN_TABLE.date) + days * DAY_MS).map(({ status }) => status)
  assert.deepEqual(statusAfter(90), ['ok'])
  assert.deepEqual(statusAfter(91), ['warn'])
  const folder = await folderWith(t, { 'agent.md': 'You help.', '.svc/models.json': '{"date":' })
  const { code, stdout } = await hub(['doctor', folder, '--offline'])
  assert.equal(code, 1)
  assert.match(stdout, /model table .*models\.json: is not JSON/)
})

test('a running Hub uses a new table within ten seconds, and the newer of two tables [models.table]', async (t) => {
  const folder = await folderWith(t, { 'models.json': tableText({ date: dateAfter(-1) }), 'new.json': '' })
  const clock = manualClock(Date.parse(BUILT_IN_TABLE.date))
  const problems: string[] = []
  const tables = await openModelTables(folder, { clock, onProblem: (problem) => problems.push(problem) })
  assert.equal(tables.current().source, BUILT_IN_TABLE.source)
  const { installTable, readTableFile } = await import('#ground/model-table/installed.ts')
  const { writeFile } = await import('node:fs/promises')
  await writeFile(join(folder, 'new.json'), tableText())
  const read = await readTableFile(join(folder, 'new.json'))
  assert.ok(read.ok && read.value)
  await installTable(folder, read.value)
  assert.equal(tables.current().source, BUILT_IN_TABLE.source)
  clock.advance(10_000)
  tables.current()
  while (tables.current().source !== 'a test') await new Promise((resolve) => setImmediate(resolve))
  assert.equal(tables.current().contextTokensOf('openai/gpt-5'), 300_000)
  assert.deepEqual(problems, [])
})
