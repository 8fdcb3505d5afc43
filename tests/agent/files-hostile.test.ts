// Runs in a process of its own: it measures the process's memory.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  symlink,
  truncate,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openFile } from '#core/agent/tools/files/open.ts'
import { startTestAgent, type TestAgent, type TurnOverrides } from '../support/agent.ts'

const start = (t: TestContext, files: Record<string, string> = {}) =>
  startTestAgent(t, {
    files: { '.env': 'SECRET=1', 'files/a.txt': 'alpha', 'files/hr/b.txt': 'beta', ...files },
  })

const use = async (agent: TestAgent, name: string, input: unknown, overrides?: TurnOverrides) => {
  const { tools, text } = await agent.run(`/tool ${name} ${JSON.stringify(input)}`, overrides)
  return { state: tools[1]?.state, text: text.trimEnd() }
}

const PATHS = [
  '..',
  '../.env',
  '/etc/passwd',
  '/proc/self/environ',
  'files/../.env',
  'chat/../../x',
  'a\0b',
  '.env',
  'files/.env',
  '.svc/x',
  '.inbound/x',
  '.chats/x',
  '.memory/x',
  '.runs/x',
  'files/.git/config',
  'C:\\x',
  'files\\..\\x',
  'x'.repeat(10_240),
  `${'d/'.repeat(5000)}x`,
  'x'.repeat(300),
]

test('no path that is hidden, absolute, too long or leads out is used by any tool [agent.files.hostile]', async (t) => {
  const agent = await start(t)
  for (const path of PATHS)
    for (const [tool, input] of [
      ['read_file', { path }],
      ['list_files', { folder: path }],
      ['search_files', { query: 'e', folder: path }],
      ['write_file', { path, content: 'x' }],
    ] as const) {
      const { state, text } = await use(agent, tool, input, { write: true })
      if (tool === 'write_file' && path.length === 300) continue
      assert.equal(state, 'failed', `${tool} ${path.slice(0, 40)}`)
      assert.ok(text.length < 600 && !text.includes('\n'), text)
      assert.doesNotMatch(text, /SECRET|root:/)
    }
})

const WRONG: [tool: string, inputs: unknown[]][] = [
  [
    'read_file',
    [
      {},
      { path: 5 },
      { path: '' },
      { path: ['a'] },
      { path: 'a.txt', start_line: 0 },
      { path: 'a.txt', lines: 1.5 },
      { path: 'a.txt', lines: 1e9 },
      [],
      'x',
      null,
    ],
  ],
  ['list_files', [{ folder: 5 }, { folder: {} }, []]],
  [
    'search_files',
    [
      {},
      { query: '' },
      { query: 'x'.repeat(501) },
      { query: 'a', context: 99 },
      { query: 'a', regex: 'yes' },
    ],
  ],
  ['write_file', [{ path: 'chat/x' }, { path: 'chat/x', content: 5 }, { content: 'x' }]],
  [
    'save_file',
    [
      { filename: '', content: 'x' },
      { filename: 'x'.repeat(201), content: 'x' },
      { filename: 'x', content: 'x', encoding: 'hex' },
    ],
  ],
]

for (const [tool, inputs] of WRONG)
  test(`${tool} answers wrong input in one line [agent.files.hostile]`, async (t) => {
    const agent = await start(t)
    for (const input of inputs) {
      const { state, text } = await use(agent, tool, input)
      assert.equal(state, 'failed', JSON.stringify(input))
      assert.ok(!text.includes('\n'), text)
    }
  })

test('folders, pipes, sockets and devices are not read, and cause no delay [agent.files.hostile]', async (t) => {
  const agent = await start(t)
  const files = join(agent.folder, 'files')
  execFileSync('mkfifo', [join(files, 'pipe')])
  await symlink('/dev/zero', join(files, 'zero'))
  await symlink('/proc/self/environ', join(files, 'environ'))
  const server = createServer().listen(join(files, 'socket'))
  t.after(() => server.close())
  for (const [path, reason] of [
    ['hr', /is a folder/],
    ['pipe', /not a regular file/],
    ['socket', /not a regular file/],
    ['zero', /leads out/],
    ['environ', /leads out/],
    ['a.txt/x', /There is no/],
  ] as const)
    assert.match((await use(agent, 'read_file', { path })).text, reason, path)
  assert.equal((await use(agent, 'search_files', { query: 'alpha' })).text, 'files/a.txt:1:alpha')
})

test('a file that is replaced by a link after it was looked at is not read [agent.files.race]', async (t) => {
  const agent = await start(t)
  const folders = { hubFolder: agent.folder, chatFolder: agent.chatFolder }
  const path = join(agent.folder, 'files/a.txt')
  let stopped = false
  const swapping = (async () => {
    while (!stopped) {
      await symlink('../.env', `${path}.link`)
      await rename(`${path}.link`, path)
      await writeFile(`${path}.new`, 'alpha')
      await rename(`${path}.new`, path)
    }
  })()
  const seen = new Set<string>()
  for (let round = 0; round < 400; round++) {
    try {
      await using file = await openFile(folders, 'files/a.txt')
      seen.add((await file.handle.readFile()).toString())
    } catch {
      seen.add('refused')
    }
  }
  stopped = true
  await swapping
  assert.deepEqual(
    [...seen].filter((text) => text !== 'alpha' && text !== 'refused'),
    [],
  )
  await using file = await openFile(folders, 'files/a.txt')
  assert.equal((await file.handle.readFile()).toString(), 'alpha')
})

test('a folder that is replaced by a link during listing and search shows nothing outside [agent.files.race]', async (t) => {
  const agent = await start(t, { 'secret/b.txt': 'SECRET', 'secret/only-here.txt': 'SECRET' })
  const folder = join(agent.folder, 'files/hr')
  let stopped = false
  const swapping = (async () => {
    while (!stopped) {
      await rename(folder, `${folder}.away`)
      await symlink('../secret', folder)
      await unlink(folder)
      await rename(`${folder}.away`, folder)
    }
  })()
  for (let round = 0; round < 150; round++) {
    const listed = await use(agent, 'list_files', { folder: 'files/hr' })
    const found = await use(agent, 'search_files', { query: 'e', folder: 'files/hr' })
    assert.doesNotMatch(listed.text + found.text, /only-here|SECRET/)
  }
  stopped = true
  await swapping
})

test('a file is read in memory that does not grow with it [agent.files.large]', async (t) => {
  const agent = await start(t)
  const files = join(agent.folder, 'files')
  await writeFile(join(files, 'sparse.bin'), '')
  await truncate(join(files, 'sparse.bin'), 10 * 1024 ** 3)
  await using wide = await open(join(files, 'wide.txt'), 'w')
  const piece = 'x'.repeat(1024 * 1024)
  for (let written = 0; written < 200; written++) await wide.write(piece)
  await wide.write('\nend')
  assert.match(
    (await use(agent, 'read_file', { path: 'sparse.bin' })).text,
    /not a text file .*10737418240 bytes/,
  )
  const before = process.memoryUsage().rss
  assert.match((await use(agent, 'read_file', { path: 'wide.txt', start_line: 2 })).text, /^end\n/)
  assert.match(
    (await use(agent, 'read_file', { path: 'wide.txt', start_column: 209_715_198 })).text,
    /^xxx\nend\n?/,
  )
  assert.match(
    (await use(agent, 'search_files', { query: 'end', folder: 'files/wide.txt' })).text,
    /wide\.txt:2:end/,
  )
  assert.ok(process.memoryUsage().rss - before < 150 * 1024 * 1024)
})

test('a file is found under either Unicode form of its name [agent.files.unicode-names]', async (t) => {
  const path = 'Über/Café.md'
  const agent = await start(t, { [`files/${path.normalize('NFD')}`]: 'menu' })
  for (const form of ['NFC', 'NFD'] as const) {
    const asked = path.normalize(form)
    assert.equal((await use(agent, 'read_file', { path: asked })).text, 'menu', form)
    assert.match(
      (await use(agent, 'search_files', { query: 'menu', glob: `files/${asked}` })).text,
      /:1:menu/,
    )
    const write = [`files/${asked}`]
    const input = { path: `files/${path.normalize('NFC')}`, content: 'menu' }
    assert.match((await use(agent, 'write_file', input, { write })).text, /^Replaced/)
  }
  assert.equal((await use(agent, 'list_files', {})).text.match(/Caf/g)?.length, 1)
})

test('every part of a very long line can be read [agent.files.large]', async (t) => {
  const line = Array.from({ length: 3000 }, (_, n) => `${n},`).join('')
  const agent = await start(t, { 'files/line.txt': `${line}\nnext` })
  let column = 1
  let seen = ''
  for (;;) {
    const { text } = await use(agent, 'read_file', { path: 'line.txt', start_column: column, lines: 1 })
    seen += text.split('\n')[0]!.replace(/… \(line cut.*$/, '')
    const next = /start_column (\d+)/.exec(text)?.[1]
    if (!next) break
    column = Number(next)
  }
  assert.equal(seen, line)
})

test('search takes regular expressions, globs, and shows the lines around [agent.files.search]', async (t) => {
  const agent = await start(t, {
    'files/log.txt': 'one\ntwo\nthree 42\nfour\nfive\nsix\nseven\neight 7\n',
    'files/hr/c.md': 'three 99',
    'files/bin.dat': 'three\0',
  })
  const search = async (input: object) => (await use(agent, 'search_files', input)).text
  assert.equal(
    await search({ query: '\\b\\d+$', regex: true, glob: '*.txt', context: 1 }),
    'files/log.txt-2-two\nfiles/log.txt:3:three 42\nfiles/log.txt-4-four\n--\nfiles/log.txt-7-seven\nfiles/log.txt:8:eight 7',
  )
  assert.equal(
    await search({ query: 'THREE' }),
    'files/hr/c.md:1:three 99\nfiles/log.txt:3:three 42\n(not searched, as not text: 1 file)',
  )
  assert.match(await search({ query: 'three', glob: 'files/hr/**' }), /^files\/hr\/c\.md:1:three 99$/)
  assert.match(await search({ query: 'x', glob: '*.none' }), /No file matches/)
  assert.match(
    await search({ query: '(', regex: true }),
    /Not a valid RE2 regular expression: missing closing/,
  )
  assert.match(await search({ query: '(?=x)', regex: true }), /Not a valid RE2 regular expression/)
  assert.match(await search({ query: 'x', glob: '[z-a]' }), /not a pattern of paths/)
})

test('no pattern hangs a search [agent.files.search]', async (t) => {
  const agent = await start(t, {
    'files/evil.txt': `${'a'.repeat(10_000)}!\n`.repeat(20),
    [`files/${'a'.repeat(120)}`]: 'x',
  })
  for (const query of ['(a+)+$', '(a|a)*b', '(a*)*b', '(.*a){30}x', '((a?){30}a{30}){10}z']) {
    const startedAt = performance.now()
    await use(agent, 'search_files', { query, regex: true })
    assert.ok(performance.now() - startedAt < 30_000, query)
  }
  const { text } = await use(agent, 'search_files', { query: 'x', glob: `${'*a'.repeat(60)}b` })
  assert.match(text, /No file matches/)
})

test('shared files are written only where the turn may, through no link, making folders [agent.files.write]', async (t) => {
  const agent = await start(t, { 'tools/x.ts': 'code' })
  const write = (path: string, may: TurnOverrides['write']) =>
    use(agent, 'write_file', { path, content: 'new' }, { write: may })
  assert.equal(
    (await write('files/a.txt', undefined)).text,
    'Only files of this chat can be written: chat/name.ext.',
  )
  assert.equal((await write('files/a.txt', ['files/reports/**', '*.md'])).state, 'failed')
  assert.equal(
    (await write('files/reports/2026/r.txt', ['files/reports/**'])).text,
    'Wrote files/reports/2026/r.txt.',
  )
  assert.equal((await write('x/y.md', ['*.md'])).text, 'Wrote files/x/y.md.')
  assert.equal((await write('files/a.txt', true)).text, 'Replaced files/a.txt.')
  assert.equal(await readFile(join(agent.folder, 'files/a.txt'), 'utf8'), 'new')
  await symlink('../tools', join(agent.folder, 'files/link'))
  await symlink('../tools/x.ts', join(agent.folder, 'files/x.ts'))
  await mkdir(join(agent.folder, 'files/folder'))
  for (const path of [
    'files/link/x.ts',
    'files/x.ts',
    'files/folder',
    'files',
    'files/a.txt/b',
    'tools/../../x',
  ])
    assert.equal((await write(path, true)).state, 'failed', path)
  assert.equal(await readFile(join(agent.folder, 'tools/x.ts'), 'utf8'), 'code')
  assert.deepEqual(
    (await readdir(join(agent.folder, 'files'))).filter((name) => name.startsWith('.')),
    [],
  )
})
