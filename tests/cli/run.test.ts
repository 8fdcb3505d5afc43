import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { folderWith } from '../support/folder.ts'
import { HUB, servicesOfNamed } from '../support/hub-command.ts'

const runUntil = async (t: TestContext, args: string[], cwd: string, mark: RegExp) => {
  const environment = { PORT: '0', BRIDGE_PORT: '0', SVC_INBOUND_PORT: '0', NO_COLOR: '1' }
  const child = spawn(process.execPath, [HUB, 'run', ...args], {
    cwd,
    env: { ...process.env, ...environment, ...(await servicesOfNamed(['run', ...args], { cwd })) },
  })
  t.after(() => child.kill('SIGKILL'))
  let printed = ''
  const stderr = text(child.stderr)
  const ended = once(child, 'close').then(([code]) => code as number | null)
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk))
  while (!mark.test(printed)) {
    const more = await Promise.race([once(child.stdout, 'data'), ended.then(() => null)])
    if (more === null) throw new Error(`it ended before it printed ${mark.source}:\n${await stderr}`)
  }
  child.kill('SIGINT')
  return { code: await ended, stdout: printed, stderr: await stderr }
}

test('--demo makes the demo Hub in this folder and runs it [cli.run]', async (t) => {
  const cwd = await folderWith(t, {})
  const { code, stdout } = await runUntil(t, ['--demo'], cwd, /Ctrl-C stops the Hub/)
  assert.equal(code, 0)
  const table =
    /demo-hub is running\n\n {2}Chat +(http:\S+:\d+)\n {2}Console +(http:\S+)\n {2}API +(http:\S+)\/api\n {2}Bridge +http:\S+\/v1\n/.exec(
      stdout,
    )
  assert.ok(table, stdout)
  assert.equal(table[2], `${table[1]}/portal/`)
  assert.equal(table[3], table[1], 'the API that is shown is the one for people’s keys')
  assert.ok(existsSync(join(cwd, 'demo-hub/agent.md')))
})

test('--demo runs the demo Hub that is there, changed or not [cli.run]', async (t) => {
  const cwd = await folderWith(t, { 'demo-hub/agent.md': '---\nname: Changed\n---\nBe brief.\n' })
  const { code } = await runUntil(t, ['--demo', '--json'], cwd, /"event":"ready"/)
  assert.equal(code, 0)
  assert.ok(!existsSync(join(cwd, 'demo-hub/tools')))
})

test('with --json every line is an object and the first says where it answers [cli.run]', async (t) => {
  const cwd = await folderWith(t, { 'My Hub!/agent.md': '---\nname: Test\n---\nBe brief.\n' })
  const { stdout } = await runUntil(t, ['My Hub!', '--json'], cwd, /"event":"ready"/)
  const [ready] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(ready.event, 'ready')
  assert.deepEqual(Object.keys(ready), ['event', 'edge', 'chatapp', 'hubs'])
  const [hub] = ready.hubs
  assert.deepEqual(
    { ...hub, bridge: null },
    { slug: 'my-hub-', folder: join(cwd, 'My Hub!'), bridge: null, inbound: null, webhooks: [] },
  )
  assert.match(hub.bridge, /^http:\/\/127\.0\.0\.1:\d+$/)
})
