import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { restrictedTools } from '#core/agent/tools/restricted.ts'
import { runCommandTool } from '#core/agent/tools/run-command/tool.ts'
import { builtInTools } from '#core/agent/tools/built-in.ts'
import { createToolDecisions } from '#core/audit/tool-decisions.ts'
import { systemClock } from '#ground/base/clock.ts'
import { openTestAccess } from '../support/access.ts'
import { startProcessAgent, type ProcessAgent } from '../support/process-agent.ts'
import { BACKENDS } from '../support/stores.ts'

const cli = { actor: { system: 'cli' as const } }

test('A tool that the operator allows is allowed for all people; other tools need a capability, once, with a record [agent.process.permission]', async (t) => {
  const [{ store, access }] = await openTestAccess(t, BACKENDS[0]!)
  const decisions = createToolDecisions(store)
  const agent = await startProcessAgent(t, {
    options: ['http'],
    deps: restrictedTools({ access, decisions, hub: 'garden', clock: systemClock }),
  })
  const ask = async (request: string) =>
    (await agent.run(`/ask ${request}`, { caller: { email: 'ada@x.org', surface: 'chatapp', groups: [] } }))
      .text
  const inFiles = (kind: string) => `${kind} files/a.md`
  const files = ['edit', 'delete', 'move'].map(inFiles)
  for (const request of [...['read', 'search'].map(inFiles), 'think -'])
    assert.equal(await ask(request), 'yes')
  for (const request of [...files, 'execute -', 'fetch -', 'other -', 'switch_mode -'])
    assert.equal(await ask(request), 'no')
  await access.grant(cli, { subject: 'ada@x.org', hub: 'garden', permission: 'agent_edit' })
  for (const request of files) assert.equal(await ask(request), 'yes')
  assert.equal(await ask('execute -'), 'no')
  await access.grant(cli, { subject: 'ada@x.org', hub: 'garden', permission: 'agent_execute' })
  for (const kind of ['execute', 'fetch', 'other', 'switch_mode']) assert.equal(await ask(`${kind} -`), 'yes')

  const among = await agent.run('/ask execute -', {
    caller: { email: 'ada@x.org', surface: 'teamchat', groups: [] },
    hasForeignText: true,
  })
  assert.equal(among.text, 'no', 'where others wrote nothing is done by a capability')

  const { items } = await decisions.list({}, { limit: 50, offset: 0 })
  assert.deepEqual(
    items
      .slice(0, 8)
      .map(({ tool, capability, outcome, surface, chat_id }) => [
        tool,
        capability,
        outcome,
        surface,
        chat_id,
      ]),
    [
      ...['other', 'other', 'fetch', 'execute'].map((kind) => [
        `agent process: ${kind}`,
        'agent_execute',
        'allowed',
        'chatapp',
        'chat-1',
      ]),
      ['agent process: execute', 'agent_execute', 'denied', 'chatapp', 'chat-1'],
      ...['move', 'delete', 'edit'].map((kind) => [
        `agent process: ${kind}`,
        'agent_edit',
        'allowed',
        'chatapp',
        'chat-1',
      ]),
    ],
  )
  assert.equal(items.length, 4 + 1 + 3 + 7)
})

test('A refusal is shown with its reason, and its capabilities can be granted [agent.process.permission]', async (t) => {
  const agent = await startProcessAgent(t, { options: ['http'], settings: { allow: [] } })
  const { tools } = await agent.run('/ask read - Read notes')
  assert.equal(tools.at(-1)!.state, 'failed')
  assert.match(tools.at(-1)!.error!, /granted “Let the agent process run programs/)
  assert.deepEqual(
    agent.agent.capabilities().map(({ name }) => name),
    ['agent_edit', 'agent_execute'],
  )
})

test('Reading is allowed only where file tools read, links resolved [agent.process.permission]', async (t) => {
  const agent = await startProcessAgent(t, {
    options: ['http'],
    files: { 'files/notes.md': 'x', '.env': 'KEY=1' },
  })
  const { folder, run } = agent
  await symlink(join(folder, '.env'), join(folder, 'files/link.md'))
  const chat = await agent.chatFolder()
  for (const [path, answer] of [
    [join(folder, 'files/notes.md'), 'yes'],
    [join(folder, 'files/new/one.md'), 'yes'],
    [join(chat, 'a.txt'), 'yes'],
    [join(folder, 'files/link.md'), 'no'],
    [join(folder, '.env'), 'no'],
    [join(folder, 'agent.md'), 'no'],
    [`${folder}/files/../.env`, 'no'],
    ['/etc/passwd', 'no'],
  ])
    assert.equal((await run(`/ask read ${path}`)).text, answer, path)
})

const asking = (agent: ProcessAgent) => async (call: object) =>
  (await agent.run(`/request ${JSON.stringify(call)}`)).text

test('A request that doesn’t say which files it is about is about any file [agent.process.permission]', async (t) => {
  const agent = await startProcessAgent(t, { options: ['http'], files: { '.env': 'KEY=1' } })
  const asked = asking(agent)
  for (const kind of ['read', 'search']) {
    for (const reported of [
      {},
      { locations: [] },
      { rawInput: {} },
      { rawInput: null },
      { rawInput: 'notes' },
    ])
      assert.equal(await asked({ kind, ...reported }), 'no', JSON.stringify({ kind, told: reported }))
    assert.equal(await asked({ kind, title: `Read ${agent.folder}/files/a.md`, locations: [] }), 'no')
  }
})

test('Files that a request names in its input, its changes or before count as its locations do [agent.process.permission]', async (t) => {
  const agent = await startProcessAgent(t, {
    options: ['http'],
    files: { 'files/a.md': 'x', '.env': 'KEY=1' },
  })
  const asked = asking(agent)
  const { folder } = agent
  const inside = { locations: [{ path: `${folder}/files/a.md` }] }
  for (const rawInput of [
    { path: 'files/a.md' },
    { filePath: `${folder}/files/a.md`, limit: 5, content: '/etc/passwd is a file' },
    { paths: ['files/a.md', 'chat/b.md'] },
    { request: { target_file: `file://${folder}/files/a.md` }, pattern: 'a|b', mode: 'text' },
  ])
    assert.equal(await asked({ kind: 'read', rawInput }), 'yes', JSON.stringify(rawInput))
  for (const rawInput of [
    { path: `${folder}/.env` },
    { file_path: '.env' },
    { absolute_path: '/etc/passwd' },
    { dirPath: folder },
    { filename: 'agent.md' },
    { path: 'files/a.md', cwd: '/' },
    { uri: `file://${folder}/.env` },
    { uri: 'file:///%zz' },
    { glob: `${folder}/{.env,.svc}*` },
    { anything: '/etc/passwd' },
    { anything: '~/.ssh/id_ed25519' },
    { deep: [{ er: { file: '../../.env' } }] },
    { changes: { '/etc/passwd': { type: 'add' } } },
    `${folder}/.env`,
    JSON.stringify({ path: `${folder}/.env` }),
  ])
    assert.equal(await asked({ kind: 'read', ...inside, rawInput }), 'no', JSON.stringify(rawInput))
  const change = (path: string) => ({ content: [{ type: 'diff', path, newText: 'x' }] })
  assert.equal(await asked({ kind: 'read', ...change(`${folder}/files/a.md`) }), 'yes')
  assert.equal(await asked({ kind: 'read', ...inside, ...change(`${folder}/agent.md`) }), 'no')
  const before = JSON.stringify({
    sessionUpdate: 'tool_call',
    toolCallId: 'c1',
    title: 'Read',
    kind: 'read',
    rawInput: { path: `${folder}/.env` },
  })
  const { text } = await agent.run(
    `/update ${before}\n/request ${JSON.stringify({ toolCallId: 'c1', ...inside, rawInput: { path: 'files/a.md' } })}`,
  )
  assert.equal(text, 'no')
})

test('No spelling of a path leaves the folders of the file tools [agent.process.permission]', async (t) => {
  const agent = await startProcessAgent(t, {
    options: ['http'],
    files: { 'files/deep/er/a.md': 'x', 'files/.hidden': 'x', '.env': 'KEY=1' },
  })
  const asked = asking(agent)
  const { folder } = agent
  await symlink(join(folder, 'files'), join(folder, 'files/deep/er/up'))
  for (const path of [
    `${folder}/files/.hidden`,
    'files/deep/er/up/../agent.md',
    'files/{deep,../../.env}',
    'files/..',
    '~/files/a.md',
    '$HOME/files/a.md',
    '',
  ])
    assert.equal(await asked({ kind: 'read', locations: [{ path }] }), 'no', path)
  assert.equal(await asked({ kind: 'read', locations: [{ path: 'files/deep/er/up/deep' }] }), 'yes')
})

test('A person who may change files can change only those of the Hub and the chat [agent.process.permission]', async (t) => {
  const agent = await startProcessAgent(t, {
    options: ['http'],
    files: { 'files/a.md': 'x' },
    deps: {
      mayUse: async ({ restricted }) =>
        restricted?.capability === 'agent_edit' ? { allowed: true } : { allowed: false, reason: 'no' },
    },
  })
  const asked = asking(agent)
  for (const kind of ['edit', 'delete', 'move']) {
    assert.equal(await asked({ kind, rawInput: { filePath: 'files/a.md' } }), 'yes')
    assert.equal(await asked({ kind }), 'no')
    assert.equal(await asked({ kind, rawInput: { source: 'files/a.md', destination: '/tmp/a.md' } }), 'no')
  }
})

test('A command counts as a command, in any reported kind [agent.process.permission]', async (t) => {
  const agent = await startProcessAgent(t, { options: ['http'], files: { 'files/a.md': 'x' } })
  const asked = asking(agent)
  const inside = { locations: [{ path: 'files/a.md' }] }
  for (const rawInput of [{ command: ['cat', 'files/a.md'] }, { input: { cmd: 'cat files/a.md' } }])
    assert.equal(await asked({ kind: 'read', ...inside, rawInput }), 'no')
  const allowing = await startProcessAgent(t, { options: ['http'], settings: { allow: ['execute'] } })
  assert.equal(await asking(allowing)({ kind: 'execute', rawInput: { command: 'ls', cwd: 'files' } }), 'yes')
  assert.equal(await asking(allowing)({ kind: 'execute', rawInput: { command: 'ls', cwd: '/etc' } }), 'no')
})

test('A request for one of our tools is approved once, because the tool decides itself; an imitation is not [agent.process.permission]', async (t) => {
  const agent = await startProcessAgent(t, { options: ['http'] })
  const asked = asking(agent)
  const { run } = agent
  assert.equal((await run('/ask other - mcp__hub__read_file')).text, 'yes')
  assert.equal((await run('/ask other - read_file (hub MCP Server)')).text, 'yes')
  assert.equal(await asked({ title: 'hub_read_file', rawInput: {} }), 'yes')
  assert.equal((await run('/ask execute - echo mcp__hub__read_file')).text, 'no')
  assert.equal((await run('/ask other - mcp__hub__format_disk')).text, 'no')
  for (const kind of ['execute', 'edit', 'read', 'fetch'])
    assert.equal(await asked({ kind, title: 'hub/read_file' }), 'no', kind)
  assert.equal(await asked({ kind: 'other', title: 'hub/read_file', locations: [{ path: '/etc' }] }), 'no')
})

test('A tool of ours that an agent approves by server is approved, and other servers’ tools and imitations are not [agent.process.permission]', async (t) => {
  const asked = asking(await startProcessAgent(t, { options: ['http'] }))
  const approval = (server_name: string, more: object = {}) => ({
    title: 'Approve MCP tool call',
    rawInput: {
      server_name,
      id: 'mcp_tool_call_approval_call-1',
      request: { mode: 'form', _meta: { codex_approval_kind: 'mcp_tool_call' }, message: 'Allow it?' },
      ...more,
    },
  })
  assert.equal(await asked(approval('hub')), 'yes')
  assert.equal(await asked(approval('other')), 'no')
  assert.equal(await asked({ kind: 'execute', ...approval('hub') }), 'no')
  assert.equal(await asked(approval('hub', { command: 'env' })), 'no')
  assert.equal(await asked(approval('hub', { request: 'x' })), 'no')
})

test('A call that was approved as ours and never reached us is shown, and the next such call is refused [agent.process.permission]', async (t) => {
  const agent = await startProcessAgent(t, { options: ['http'] })
  const call = (toolCallId: string) => ({ toolCallId, kind: 'other', title: 'hub_list_files' })
  const over = (toolCallId: string, more: object = {}) =>
    JSON.stringify({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', ...more })
  const request = (id: string) => `/request ${JSON.stringify(call(id))}`
  const honest = await agent.run(
    `${request('a')}\n/tool list_files\n/update ${over('a')}\n/say ;\n${request('b')}`,
  )
  assert.match(honest.text, /^yes[^]*;yes$/)
  assert.deepEqual(
    honest.tools.map(({ name }) => name),
    ['list_files', 'list_files'],
  )
  const { text, tools } = await agent.run(`${request('a')}\n/update ${over('a', call('a'))}\n${request('b')}`)
  assert.equal(text.replaceAll(/\s/g, ''), 'yesno')
  assert.deepEqual(
    tools.map(({ title, state }) => [title, state]),
    [
      ['hub_list_files', 'running'],
      ['hub_list_files', 'done'],
    ],
  )
  assert.ok(agent.events.some(({ name }) => name === 'imitated'))
})

test('Files are read and written as our file tools do it [agent.process.files]', async (t) => {
  const agent = await startProcessAgent(t, {
    options: ['http'],
    files: { 'files/notes.md': 'one\ntwo\nthree\n', '.env': 'KEY=1', 'tools/x.ts': 'code' },
  })
  const { folder, run } = agent
  const chat = await agent.chatFolder()
  const at = (path: string) => join(folder, path)
  assert.equal((await run(`/read ${at('files/notes.md')}`)).text, 'one\ntwo\nthree\n')
  assert.equal((await run(`/read ${at('files/notes.md')} 2 1`)).text, 'two')
  await symlink(at('.env'), at('files/link.md'))
  for (const path of [at('.env'), at('tools/x.ts'), at('files/../.env'), '/etc/passwd', at('files/link.md')])
    assert.match((await run(`/read ${path}`)).text, /^error: .*(outside|leads out)/s, path)

  assert.equal((await run(`/write ${join(chat, 'a.txt')} hello`)).text, 'written')
  assert.equal(await readFile(join(chat, 'a.txt'), 'utf8'), 'hello')
  assert.match((await run(`/write ${at('files/notes.md')} new`)).text, /^error: Only files of this chat/)
  assert.equal((await run(`/write ${at('files/b.md')} new`, { write: true })).text, 'written')
  assert.equal(await readFile(at('files/b.md'), 'utf8'), 'new')
  for (const path of [at('agent.md'), '/tmp/escape.txt', join(chat, '../owner.json')])
    assert.match((await run(`/write ${path} x`, { write: true })).text, /^error: .*outside/)
  assert.ok(!existsSync('/tmp/escape.txt'))
})

test('An agent without file tools gets no files through its process either [agent.process.files]', async (t) => {
  const agent = await startProcessAgent(t, {
    options: ['http'],
    agent: { tools: [] },
    files: { 'files/notes.md': 'x' },
  })
  assert.match((await agent.run(`/read ${agent.folder}/files/notes.md`)).text, /error: .*may read no files/)
  assert.match(
    (await agent.run(`/write ${await agent.chatFolder()}/a.txt x`)).text,
    /error: There is no tool “write_file”/,
  )
  agent.edit({ tools: null })
  const unwatched = await agent.run(`/write ${await agent.chatFolder()}/a.txt x`, { surface: 'webhook' })
  assert.match(unwatched.text, /error: There is no tool “write_file”/)
})

test('Commands run through run_command, for those who may; without it they are not offered [agent.process.terminal]', async (t) => {
  const command = runCommandTool({
    isSandboxed: false,
    maxSeconds: 10,
    secretPaths: [],
    clock: systemClock,
  })
  const allowed: string[] = []
  const agent = await startProcessAgent(t, {
    options: ['http'],
    files: { 'files/notes.md': 'one\ntwo\n' },
    deps: {
      tools: [...builtInTools, command],
      mayUse: async ({ name }, { surface }) => {
        allowed.push(name)
        return surface === 'chatapp' ? { allowed: true } : { allowed: false, reason: 'Not for you.' }
      },
    },
  })
  await mkdir(await agent.chatFolder(), { recursive: true })
  assert.equal((await agent.run('/run wc -l < files/notes.md')).text, '0: 2')
  assert.equal((await agent.run('/run ls missing; exit 3')).text.slice(0, 3), '3: ')
  assert.equal((await agent.run('/run true', { surface: 'api' })).text, 'null: Not for you.')
  assert.deepEqual(allowed, ['run_command', 'run_command', 'run_command'])
  const standing = async (cwd: string) =>
    (await agent.run(`/terminal ${JSON.stringify({ command: 'pwd', cwd })}`)).text.trim()
  const { folder } = agent
  for (const [cwd, place] of [
    ['files', join(folder, 'files')],
    [join(folder, 'files'), join(folder, 'files')],
    ['chat', await agent.chatFolder()],
    ['.', folder],
  ] as const)
    assert.equal(await standing(cwd), `0: ${place}`)
  for (const cwd of ['/etc', '..', '.svc', 'files/../tools', join(folder, '.chats')])
    assert.match(await standing(cwd), /^error: .*is outside/, cwd)
  const without = await startProcessAgent(t, { options: ['http'] })
  assert.match((await without.run('/run true')).text, /There is no tool “run_command”/)
})
