import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'

const AGENT = '---\nname: Test\n---\nBe brief.\n'

const FREE = { PORT: '0', BRIDGE_PORT: '0', SVC_INBOUND_PORT: '0' }

const COMMANDS: Record<string, (named: string) => string[]> = {
  'a folder in its place': (named) => ['doctor', named, '--json'],
  '--hub where a folder may stand': (named) => ['doctor', '--hub', named, '--json'],
  '--hub of a command that acts': (named) => ['task', 'list', '--hub', named],
  '--hub of keys': (named) => ['access', 'list', '--hub', named],
}

for (const [way, command] of Object.entries(COMMANDS))
  test(`a Hub is named by path or by slug: ${way} [cli.hub-naming]`, async (t) => {
    const cwd = await folderWith(t, { 'My Garden/agent.md': AGENT, 'shed/agent.md': AGENT })
    for (const named of ['My Garden', './My Garden', join(cwd, 'My Garden'), 'my-garden']) {
      const { code, stderr } = await hub(command(named), { cwd, environment: FREE })
      assert.equal(code, 0, `${named}: ${stderr}`)
    }
    const { code, stderr } = await hub(command('barn'), { cwd, environment: FREE })
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^error barn is not a Hub: it has no agent\.md\. Hubs in this folder: my-garden, shed\. Create a Hub with: .+ init barn\n$/,
    )
  })

test('without a name it is the Hub of the current folder [cli.hub-naming]', async (t) => {
  const cwd = await folderWith(t, { 'garden/agent.md': AGENT })
  assert.equal((await hub(['task', 'list'], { cwd: join(cwd, 'garden') })).code, 0)
  assert.equal((await hub(['task', 'list', '--hub', 'garden'], { cwd: join(cwd, 'garden') })).code, 0)
  assert.match(
    (await hub(['task', 'list'], { cwd })).stderr,
    /^error this folder is not a Hub.*Hubs in this folder: garden\./,
  )
})

test('two Hubs in one command are a usage error [cli.hub-naming]', async (t) => {
  const cwd = await folderWith(t, { 'garden/agent.md': AGENT, 'shed/agent.md': AGENT })
  const { code, stderr } = await hub(['doctor', 'garden', '--hub', 'shed'], { cwd })
  assert.deepEqual(
    [code, stderr],
    [2, 'error the command names two Hubs, garden and shed; name only one Hub\n'],
  )
})

test('--hub names the folder of Hubs that contains the name, in any current folder [cli.hub-naming]', async (t) => {
  const cwd = await folderWith(t, {
    'garden/agent.md': AGENT,
    'team/garden/agent.md': AGENT,
    'team/shed/agent.md': AGENT,
  })
  const { code, stdout } = await hub(['doctor', 'garden', '--hub', 'team', '--json'], {
    cwd,
    environment: FREE,
  })
  assert.equal(code, 0)
  assert.ok(stdout.includes(join(cwd, 'team/garden')) && !stdout.includes(join(cwd, 'garden/')), stdout)
  const missing = await hub(['doctor', 'barn', '--hub', 'team'], { cwd })
  assert.deepEqual(
    [missing.code, missing.stderr],
    [2, 'error team has no Hub barn; Hubs there: garden, shed\n'],
  )
  const paused = await hub(['pause', 'garden', '--hub', 'team'], { cwd })
  assert.match(paused.stderr, /^error .*(?:runs|running)/)
  assert.doesNotMatch(paused.stderr, /is not a Hub/)
})

test('a reader that closes the pipe ends a command quietly [cli.broken-pipe]', async () => {
  const { stderr, code } = await new Promise<{ stderr: string; code: number | null }>((resolve) => {
    const child = spawn(process.execPath, ['bin/hub.mjs', '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
    let stderr = ''
    child.stdout.destroy()
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
    child.on('close', (code) => resolve({ stderr, code }))
  })
  assert.deepEqual([stderr, code], ['', 0])
})
