import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { folderWith } from '../support/folder.ts'
import { hub, HUB } from '../support/hub-command.ts'
import { freePorts } from '../support/free-ports.ts'
import { runHub, type RunningHub } from '../support/running-hub.ts'
import { servicesOfHub } from '../support/own-services.ts'
import { until } from '../support/until.ts'

const AGENT = '---\nname: Test\n---\nBe brief.\n'

const tool = (name: string) => `import { defineTool, z } from 'hub-service'
export const ${name} = defineTool({ name: '${name}', description: 'Does it.', input: z.object({}), readOnly: true, run: () => 'done' })
`

async function lineWith(running: RunningHub, text: string): Promise<string> {
  for (;;) {
    const line = running
      .errors()
      .split('\n')
      .find((one) => one.includes(text))
    if (line !== undefined) return line
    await once(running.stderr, 'data')
  }
}

test('a problem, its end and a reload are a line each on the terminal [cli.news]', async () => {
  await using garden = await runHub({ template: 'minimal' })
  const file = join(garden.folder, 'tools/weigh.ts')
  await mkdir(join(garden.folder, 'tools'))
  await writeFile(file, 'export const weigh = (\n')
  assert.match(
    await lineWith(garden, 'tools/weigh.ts'),
    /^bridge: problem in the Hub folder: tools\/weigh\.ts:\d+: \S/,
  )
  await writeFile(file, tool('weigh'))
  assert.equal(await lineWith(garden, 'mended'), 'bridge: mended: tools/weigh.ts')
  await writeFile(file, tool('weigh_again'))
  assert.equal(await lineWith(garden, 'reloaded'), 'bridge: reloaded: tools/weigh.ts')
  await writeFile(join(garden.folder, 'agent.md'), '---\ntols: []\n---\n')
  await lineWith(garden, 'agent.md')
  assert.doesNotMatch(garden.errors(), /=null/)
})

test('a model without its key is reported at the start, with the variable [cli.model-key]', async () => {
  await using garden = await runHub({
    template: 'minimal',
    environment: { SVC_MODEL: 'anthropic/claude-test' },
  })
  assert.match(
    garden.errors(),
    /^warning anthropic\/claude-test has no key.*set ANTHROPIC_API_KEY in the Hub’s \.env$/m,
  )
})

test('hub logs shows the newest lines as a person reads them, and follows [cli.logs]', async () => {
  await using garden = await runHub({ template: 'minimal' })
  const at = { cwd: garden.folder }
  const { stdout } = await hub(['logs'], at)
  assert.match(
    stdout,
    /^\d{4}-\d\d-\d\dT\S+Z info {2}bridge: bridge listening \(url=http\S+ hub=garden-team\)$/m,
  )
  assert.equal((await hub(['logs', '--lines', '2'], at)).stdout.trim().split('\n').length, 2)
  assert.equal((await hub(['logs', '--level', 'error'], at)).stdout, '')
  assert.equal((await hub(['logs', '--since', '2099-01-01'], at)).stdout, '')
  const [first] = (await hub(['logs', '--json'], at)).stdout.split('\n')
  assert.equal(JSON.parse(first!).level, 'info')

  const following = spawn(process.execPath, [HUB, 'logs', '--follow', '--level', 'warn'], {
    ...at,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const lines = createInterface({ input: following.stdout })[Symbol.asyncIterator]()
    await writeFile(join(garden.folder, 'agent.md'), '---\ntols: []\n---\n')
    assert.match(String((await lines.next()).value), /warn {2}bridge: problem in the Hub folder: agent\.md:2/)
  } finally {
    following.kill()
  }
})

test('hub open prints the address, opens it where there is a display, and works without one [cli.open]', async (t) => {
  await using garden = await runHub({
    template: 'minimal',
    environment: { SVC_PUBLIC_URL: 'https://garden.example.org/' },
  })
  const at = { cwd: garden.folder }
  assert.deepEqual(await hub(['open'], at), { code: 0, stdout: 'https://garden.example.org/\n', stderr: '' })
  const programs = await folderWith(t, { 'xdg-open': `#!/bin/sh\necho "$1" > "${garden.folder}/opened"\n` })
  await chmod(join(programs, 'xdg-open'), 0o755)
  const PATH = `${programs}:${process.env['PATH']}`
  const { stdout } = await hub(['open', '--console', '--json'], {
    ...at,
    environment: { PATH, DISPLAY: ':9' },
  })
  assert.deepEqual(JSON.parse(stdout), { url: 'https://garden.example.org/portal/', opened: true })
  const opened = () => readFile(join(garden.folder, 'opened'), 'utf8').catch(() => '')
  await until(opened) // `hub` does not wait for the browser
  assert.equal(await opened(), 'https://garden.example.org/portal/\n')
  await garden.stop()
  const stopped = await hub(['open'], at)
  assert.deepEqual(
    [stopped.code, /the Hub is not running; start it with: .+ run\n$/.test(stopped.stderr)],
    [1, true],
  )
})

async function listener(t: TestContext): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

test('occupied ports are reported together, with their variables and owners [cli.ports]', async (t) => {
  const folder = await folderWith(t, { 'agent.md': AGENT })
  const [front, bridge] = [await listener(t), await listener(t)]
  const environment = { PORT: String(front), SVC_CHATAPP_PORT: '0', BRIDGE_PORT: String(bridge) }
  const { code, stderr } = await hub(['run', folder], { environment })
  assert.equal(code, 1)
  const owner = process.platform === 'linux' ? `pid ${process.pid} (node)` : 'another process'
  assert.equal(
    stderr,
    `error port ${front} (PORT) is taken by ${owner}, port ${bridge} (BRIDGE_PORT) is taken by ${owner}; set PORT=… BRIDGE_PORT=… to other ports\n`,
  )
  const { stdout } = await hub(['doctor', folder, '--json'], { environment })
  const reported = JSON.parse(stdout).findings.filter(
    ({ subject }: { subject: string }) => subject === 'ports',
  )
  assert.equal(reported.length, 2)
})

test('the banner shows the public address, and another port of the web chat [cli.banner]', async (t) => {
  const folder = await folderWith(t, { 'agent.md': AGENT })
  const [front, bridge] = await freePorts(2)
  const usual = createServer().listen(front! + (front! <= 25_535 ? 40_000 : -20_000), '127.0.0.1')
  await Promise.race([once(usual, 'listening'), once(usual, 'error')]) // an error means that another program already uses the port
  t.after(() => usual.close())
  const child = spawn(process.execPath, [HUB, 'run', folder], {
    env: {
      ...process.env,
      PORT: String(front),
      BRIDGE_PORT: String(bridge),
      SVC_PUBLIC_URL: 'https://garden.example.org',
      NO_COLOR: '1',
      ...(await servicesOfHub(folder)),
    },
  })
  t.after(() => child.kill('SIGKILL'))
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  let table = ''
  for await (const line of createInterface({ input: child.stdout })) {
    table += `${line}\n`
    if (line.includes('Ctrl-C')) break
  }
  assert.match(
    table,
    /Chat +https:\/\/garden\.example\.org\n +Console +https:\/\/garden\.example\.org\/portal\/\n/,
  )
  assert.ok(table.includes(`Here     http://127.0.0.1:${front}\n`), table)
  assert.match(
    output,
    /warning port \d+, the web chat’s usual one, is taken by .+; it listens on \d+ this time/,
  )
  child.kill('SIGTERM')
  await once(child, 'exit')
})
