import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { restrictedTools } from '#agent/restricted.ts'
import { runCommandTool } from '#agent/tools/run-command/tool.ts'
import { builtInTools } from '#agent/tools/built-in.ts'
import { createToolDecisions } from '#audit/tool-decisions.ts'
import { systemClock } from '#base/clock.ts'
import { openTestAccess } from '../support/access.ts'
import { startProcessAgent } from '../support/process-agent.ts'
import { BACKENDS } from '../support/stores.ts'

const cli = { actor: { system: 'cli' as const } }

test('What the operator allows is allowed to everybody, for good; the rest takes a capability, for once, and is recorded [agent.process.permission]', async (t) => {
  const [{ store, access }] = await openTestAccess(t, BACKENDS[0]!)
  const decisions = createToolDecisions(store)
  const agent = await startProcessAgent(t, {
    options: ['http'],
    deps: restrictedTools({ access, decisions, hub: 'garden', clock: systemClock }),
  })
  const ask = async (request: string) =>
    (await agent.run(`/ask ${request}`, { caller: { email: 'ada@x.org', surface: 'chatapp', groups: [] } }))
      .text
  for (const kind of ['read', 'search', 'think']) assert.equal(await ask(`${kind} -`), 'yes')
  for (const kind of ['edit', 'delete', 'move', 'execute', 'fetch', 'other', 'switch_mode'])
    assert.equal(await ask(`${kind} -`), 'no')
  await access.grant(cli, { subject: 'ada@x.org', hub: 'garden', permission: 'agent_edit' })
  for (const kind of ['edit', 'delete', 'move']) assert.equal(await ask(`${kind} -`), 'yes')
  assert.equal(await ask('execute -'), 'no')
  await access.grant(cli, { subject: 'ada@x.org', hub: 'garden', permission: 'agent_execute' })
  for (const kind of ['execute', 'fetch', 'other', 'switch_mode']) assert.equal(await ask(`${kind} -`), 'yes')

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

test('A request about one of our tools is let through, as the tool decides itself; a look-alike is not [agent.process.permission]', async (t) => {
  const { run } = await startProcessAgent(t, { options: ['http'] })
  assert.equal((await run('/ask other - mcp__hub__read_file')).text, 'yes')
  assert.equal((await run('/ask other - read_file (hub MCP Server)')).text, 'yes')
  assert.equal((await run('/ask execute - echo mcp__hub__read_file')).text, 'no')
  assert.equal((await run('/ask other - mcp__hub__format_disk')).text, 'no')
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

test('An agent whose file tools were taken away gets no files through its process either [agent.process.files]', async (t) => {
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
    secretFolders: [],
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
  const without = await startProcessAgent(t, { options: ['http'] })
  assert.match((await without.run('/run true')).text, /There is no tool “run_command”/)
})
