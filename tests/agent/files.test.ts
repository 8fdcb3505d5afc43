import assert from 'node:assert/strict'
import { mkdir, symlink, writeFile, readFile, readdir } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { startTestAgent, type TestAgent } from '../support/agent.ts'

const HANDBOOK = 'Holidays\n\nThirty days a year.\nAsk your lead.\n'

const start = (t: TestContext, files: Record<string, string> = {}) =>
  startTestAgent(t, {
    files: {
      '.env': 'SECRET=1',
      'tools/x.ts': 'code',
      'files/hr/handbook.md': HANDBOOK,
      'files/a.txt': 'alpha',
      ...files,
    },
  })

const use = async (agent: TestAgent, name: string, input: object) => {
  const { tools, text } = await agent.run(`/tool ${name} ${JSON.stringify(input)}`)
  return { state: tools[1]?.state, title: tools[1]?.title, text }
}

test('list_files shows the Hub’s knowledge and the chat’s files, nothing hidden [agent.files.list]', async (t) => {
  const agent = await start(t, { 'files/.hidden': 'x', 'files/.git/config': 'x' })
  await use(agent, 'save_file', { filename: 'out.csv', content: 'a,b' })
  const { text } = await use(agent, 'list_files', {})
  assert.equal(text, 'chat/out.csv (3 bytes)\nfiles/a.txt (5 bytes)\nfiles/hr/handbook.md (45 bytes)')
  assert.equal(
    (await use(agent, 'list_files', { folder: 'files/hr' })).text,
    'files/hr/handbook.md (45 bytes)',
  )
  assert.match((await use(agent, 'list_files', { folder: 'files/none' })).text, /There is no files\/none/)
})

test('list_files of a Hub without files says so [agent.files.list]', async (t) => {
  const agent = await startTestAgent(t)
  assert.equal((await use(agent, 'list_files', {})).text, 'There are no files.')
})

test('read_file gives the text, or the lines asked for with how to go on [agent.files.read]', async (t) => {
  const agent = await start(t)
  const whole = await use(agent, 'read_file', { path: 'hr/handbook.md' })
  assert.equal(whole.text, HANDBOOK.trimEnd())
  assert.equal(whole.title, 'Read handbook.md')
  const part = await use(agent, 'read_file', { path: 'files/hr/handbook.md', start_line: 3, lines: 1 })
  assert.equal(part.text, 'Thirty days a year.\n(lines 3 to 3; go on with start_line 4)')
  const beyond = await use(agent, 'read_file', { path: 'files/hr/handbook.md', start_line: 99 })
  assert.equal(beyond.text, 'files/hr/handbook.md has only 4 lines.')
})

test('read_file is bounded: many lines, and lines without end [agent.files.read]', async (t) => {
  const agent = await start(t, {
    'files/many.txt': 'line\n'.repeat(100_000),
    'files/wide.txt': 'x'.repeat(5_000_000),
  })
  const many = await use(agent, 'read_file', { path: 'many.txt' })
  assert.match(many.text, /\(lines 1 to 1000; go on with start_line 1001\)$/)
  const wide = await use(agent, 'read_file', { path: 'wide.txt' })
  assert.ok(wide.text.length < 5000)
  assert.match(wide.text, /line cut/)
})

test('read_file describes images and other binary files instead of showing bytes [agent.files.read]', async (t) => {
  const agent = await start(t)
  await writeFile(join(agent.folder, 'files/photo.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]))
  await writeFile(join(agent.folder, 'files/data.bin'), Buffer.alloc(10))
  assert.match(
    (await use(agent, 'read_file', { path: 'photo.png' })).text,
    /is an image \(image\/png, 6 bytes\)/,
  )
  assert.match((await use(agent, 'read_file', { path: 'data.bin' })).text, /not a text file .*10 bytes/)
})

test('search_files gives path:line:text of matching lines in any case [agent.files.search]', async (t) => {
  const agent = await start(t)
  assert.equal(
    (await use(agent, 'search_files', { query: 'THIRTY' })).text,
    'files/hr/handbook.md:3:Thirty days a year.',
  )
  assert.match(
    (await use(agent, 'search_files', { query: 'THIRTY', case_sensitive: true })).text,
    /Nothing matches/,
  )
  const many = await startTestAgent(t, { files: { 'files/many.txt': 'needle\n'.repeat(5000) } })
  const lines = (await use(many, 'search_files', { query: 'needle' })).text.split('\n')
  assert.equal(lines.length, 101)
  assert.match(lines[100]!, /more/)
})

test('save_file keeps the file with the chat and answers with its signed markdown link [agent.files.save]', async (t) => {
  const agent = await start(t)
  const { text, title } = await use(agent, 'save_file', { filename: 'report.txt', content: 'Grüße' })
  assert.match(text, /^\[report\.txt\]\(\/artifacts\/chat-1\/report\.txt\?t=[\w-]+\)$/)
  assert.equal(title, 'Saved report.txt')
  assert.equal(await readFile(join(agent.chatFolder, 'report.txt'), 'utf8'), 'Grüße')
  await use(agent, 'save_file', { filename: 'pixel.png', content: 'iVBORw==', encoding: 'base64' })
  assert.deepEqual([...(await readFile(join(agent.chatFolder, 'pixel.png')))], [0x89, 0x50, 0x4e, 0x47])
  assert.equal(
    (await use(agent, 'save_file', { filename: 'x', content: '%%%', encoding: 'base64' })).state,
    'failed',
  )
})

test('write_file writes and replaces files of the chat only [agent.files.write]', async (t) => {
  const agent = await start(t)
  assert.equal(
    (await use(agent, 'write_file', { path: 'chat/notes.md', content: 'one' })).text,
    'Wrote chat/notes.md.',
  )
  assert.equal(
    (await use(agent, 'write_file', { path: 'chat/notes.md', content: 'two' })).text,
    'Replaced chat/notes.md.',
  )
  assert.equal((await use(agent, 'read_file', { path: 'chat/notes.md' })).text, 'two')
  assert.deepEqual(await readdir(agent.chatFolder), ['notes.md'])
  for (const path of ['files/a.txt', 'a.txt', 'chat/deep/x.txt', 'chat', 'chat/../agent.md', '/tmp/x'])
    assert.equal((await use(agent, 'write_file', { path, content: 'x' })).state, 'failed', path)
  assert.equal(await readFile(join(agent.folder, 'files/a.txt'), 'utf8'), 'alpha')
})

test('no tool reads files outside the two folders [agent.files.confined]', async (t) => {
  const agent = await start(t)
  for (const path of [
    '../agent.md',
    '../.env',
    '.env',
    'files/../../agent.md',
    'tools/x.ts',
    'agent.md',
    '/etc/passwd',
    'chat/../x',
  ])
    for (const tool of ['read_file', 'list_files', 'search_files']) {
      const input = tool === 'read_file' ? { path } : { folder: path, query: 'e' }
      const { state, text } = await use(agent, tool, input)
      assert.equal(state, 'failed', `${tool} ${path}`)
      assert.doesNotMatch(text, /SECRET|You help|root:/)
    }
})

test('symbolic links that lead out, round in circles or to hidden files are not followed [agent.files.confined]', async (t) => {
  const agent = await start(t, { 'files/.secret': 'hidden needle', 'files/hr/inside.txt': 'inside needle' })
  const files = join(agent.folder, 'files')
  await symlink('../agent.md', join(files, 'out.md'))
  await symlink('..', join(files, 'up'))
  await symlink('.', join(files, 'round'))
  await symlink('.secret', join(files, 'shown'))
  await symlink('hr/inside.txt', join(files, 'fine.txt'))
  await symlink('/etc', join(files, 'etc'))
  for (const path of ['out.md', 'up/agent.md', 'up/.env', 'shown', 'etc/passwd'])
    assert.match((await use(agent, 'read_file', { path })).text, /leads out of files|is hidden/, path)
  assert.equal((await use(agent, 'read_file', { path: 'fine.txt' })).text, 'inside needle')
  const listed = (await use(agent, 'list_files', {})).text
  assert.deepEqual(
    listed.split('\n').map((line) => line.split(' ')[0]),
    ['files/a.txt', 'files/fine.txt', 'files/hr/handbook.md', 'files/hr/inside.txt'],
  )
  assert.doesNotMatch((await use(agent, 'search_files', { query: 'needle' })).text, /hidden/)
})

test('a chat file that was replaced by a link is neither read nor written through [agent.files.confined]', async (t) => {
  const agent = await start(t)
  await mkdir(agent.chatFolder, { recursive: true })
  await symlink(join(agent.folder, 'agent.md'), join(agent.chatFolder, 'evil.md'))
  assert.equal((await use(agent, 'write_file', { path: 'chat/evil.md', content: 'x' })).state, 'failed')
  assert.equal((await use(agent, 'read_file', { path: 'chat/evil.md' })).state, 'failed')
  assert.equal(await readFile(join(agent.folder, 'agent.md'), 'utf8'), 'You help.')
})

test('a named pipe doesn’t hold the turn [agent.files.confined]', async (t) => {
  const agent = await start(t)
  execFileSync('mkfifo', [join(agent.folder, 'files/pipe')])
  assert.match((await use(agent, 'read_file', { path: 'pipe' })).text, /not a regular file/)
  assert.match((await use(agent, 'search_files', { query: 'alpha' })).text, /a\.txt:1/)
})
