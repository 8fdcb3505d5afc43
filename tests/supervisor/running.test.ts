import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { folderWith } from '../support/folder.ts'
import { hub, HUB } from '../support/hub-command.ts'
import { runHub, secretsOf, type RunningHub } from '../support/running-hub.ts'
import { runUnderDeafParent, untilZombie } from '../support/zombie.ts'
import { servicesOfHub } from '../support/own-services.ts'
import { until } from '../support/until.ts'

const healthOf = (running: RunningHub): string[] => [
  ...(running.ready.edge ? [`${running.ready.edge}/svc-portal-navigation.js`] : []),
  `${running.ready.chatapp}/health`,
  `${running.bridge}/healthz`,
]

const statuses = (running: RunningHub): Promise<number[]> =>
  Promise.all(healthOf(running).map(async (url) => (await fetch(url)).status))

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

for (const [processes, children] of [
  ['split', 3],
  ['single', 0],
] as const)
  test(`in mode ${processes} every address answers and ${children} child processes run [supervisor.modes]`, async () => {
    await using running = await runHub({ processes, inOwnProcess: true })
    assert.deepEqual(await statuses(running), [200, 200, 200])
    assert.equal(running.children().length, children)
    assert.equal(running.ready.hubs[0]!.slug, 'garden-team')
    assert.equal(await running.stop(), 0)
  })

test('a Hub that runs alone and holds more memory than it may is ended and started again [supervisor.memory]', async () => {
  await using running = await runHub({
    processes: 'split',
    inOwnProcess: true,
    environment: { SVC_MAX_MEMORY_MB: '64' },
  })
  const bridge = () => running.children().find(({ command }) => command.endsWith(' bridge'))?.pid
  const before = bridge()
  const tool = join(running.folder, 'tools/hoard.ts')
  writeFileSync(tool, 'export default Buffer.alloc(400 * 1024 ** 2, 1)')
  await until(() => bridge() !== before, { everyMs: 50 })
  rmSync(tool)
  await until(async () => (await statuses(running).catch(() => [0])).every((status) => status === 200), {
    everyMs: 50,
  })
  assert.match(
    readFileSync(join(running.folder, '.svc/logs/hub.log'), 'utf8'),
    /child\.too_large.*"limitMb":200/,
  )
})

test('a Hub from its start to its end', async (t) => {
  await using running = await runHub({ processes: 'usual', inOwnProcess: true })
  const children = running.children()
  const record = join(running.folder, '.svc/run.json')

  await t.test('two child processes run unless asked otherwise [supervisor.modes]', async () => {
    assert.deepEqual(await statuses(running), [200, 200, 200])
    assert.equal(children.length, 2)
    assert.ok(existsSync(record))
  })

  await t.test('log lines are kept in a file that only the owner may read [supervisor.log-file]', () => {
    const path = join(running.folder, '.svc/logs/hub.log')
    assert.equal(statSync(path).mode & 0o777, 0o600)
    const names = readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).name)
    for (const name of ['supervisor', 'edge', 'bridge'])
      assert.ok(names.includes(name), `${name} in ${names.join()}`)
  })

  await t.test('it is not started a second time [supervisor.run-once]', async () => {
    const { code, stderr } = await hub(['run', running.folder], {
      environment: { PORT: '0', BRIDGE_PORT: '0' },
    })
    assert.equal(code, 1)
    assert.match(stderr, new RegExp(`already running as pid ${running.process.pid}`))
  })

  await t.test('SIGTERM stops it whole and leaves nothing behind [supervisor.stop]', async () => {
    assert.equal(await running.stop(), 0)
    assert.deepEqual(
      children.filter(({ pid }) => isAlive(pid)),
      [],
    )
    assert.ok(!existsSync(record))
  })
})

test('without an edge the web chat answers at the public address [supervisor.no-edge]', async () => {
  await using running = await runHub({ environment: { SVC_DISABLE_EDGE: '1' } })
  assert.equal(running.ready.edge, null)
  assert.equal(new URL(running.ready.chatapp).port, new URL(running.url).port)
  assert.deepEqual(await statuses(running), [200, 200])
})

/** Milliseconds in which a process was runnable without a CPU. Subtracting them gives the time on an idle computer. */
const waitedForProcessor = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6

interface LogLine {
  event: string
  time: string
  process_pid: number
}

const linesOf = (running: RunningHub, event: string): LogLine[] =>
  readFileSync(join(running.folder, '.svc/logs/hub.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes(`"event":"${event}"`))
    .map((line) => JSON.parse(line))

test('every child that is killed is back within two seconds, the others undisturbed [supervisor.restart]', async () => {
  await using running = await runHub({ processes: 'split' })
  for (const [index, { pid }] of running.children().entries()) {
    const others = running.children().filter((child) => child.pid !== pid)
    const waitedBefore = waitedForProcessor(running.process.pid)
    process.kill(pid, 'SIGKILL')
    await until(() => linesOf(running, 'child.restarted').length > index)
    const ended = linesOf(running, 'child.exited')[index]!
    const restarted = linesOf(running, 'child.restarted')[index]!
    const waited =
      waitedForProcessor(restarted.process_pid) + waitedForProcessor(running.process.pid) - waitedBefore
    const took = Date.parse(restarted.time) - Date.parse(ended.time)
    assert.equal(ended.process_pid, pid)
    assert.ok(took - waited < 2000, `${took} ms, of which ${waited} ms without a processor`)
    assert.deepEqual(await statuses(running), [200, 200, 200])
    for (const other of others) assert.ok(isAlive(other.pid))
  }
  assert.match(running.errors(), /bridge ended; starting it again/)
})

test('children end when the supervisor is killed, and the Hub can start again [supervisor.orphans, supervisor.run-once]', async () => {
  await using running = await runHub({ processes: 'usual', inOwnProcess: true })
  const children = running.children()
  assert.equal(children.length, 2)
  running.process.kill('SIGKILL')
  await until(() => children.every(({ pid }) => !isAlive(pid)))
  const found = await hub(['doctor', running.folder, '--json'])
  assert.ok(!found.stdout.includes('"running"'), found.stdout)
})

test('an ended Hub counts as not running, even if no process waited for its end [supervisor.run-once]', async (t) => {
  const folder = await folderWith(t, { 'agent.md': 'Be brief.\n' })
  const services = Object.entries(await servicesOfHub(folder)).map(([name, value]) => `${name}=${value}`)
  const environment = ['PORT=0', 'BRIDGE_PORT=0', 'SVC_PROCESSES=single', ...services]
  const run = ['env', ...environment, process.execPath, HUB, 'run', folder, '--json']
  const { pid, firstLine } = await runUnderDeafParent(t, run)
  assert.match(await firstLine(), /"ready"/)
  const running = await hub(['doctor', folder, '--json'])
  assert.match(running.stdout, new RegExp(`"running".*pid ${pid}`))
  process.kill(pid, 'SIGKILL')
  await untilZombie(pid)
  const found = await hub(['doctor', folder, '--json'])
  assert.doesNotMatch(found.stdout, /"running"/)
})

test('a pid that now belongs to another program is no running Hub [supervisor.run-once]', async () => {
  await using running = await runHub()
  const path = join(running.folder, '.svc/run.json')
  const record = JSON.parse(readFileSync(path, 'utf8'))
  await running.stop()
  writeFileSync(path, JSON.stringify({ ...record, pid: process.pid }))
  const found = await hub(['doctor', running.folder, '--json'])
  assert.doesNotMatch(found.stdout, /"running"/)
})

/** Permits requests without an identity header. */
const forEverybody = {
  processes: 'usual',
  inOwnProcess: true,
  environment: { SVC_ACCESS: 'groups' },
} as const

const ask = async (running: RunningHub, prompt: string): Promise<Response> => {
  const { bridgeKey } = await secretsOf(running)
  return fetch(`${running.bridge}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bridgeKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ stream: true, messages: [{ role: 'user', content: prompt }] }),
  })
}

test('an answer that is running may end after the order to stop [supervisor.stop]', async () => {
  await using running = await runHub(forEverybody)
  const answer = await ask(running, '/say begin\n/wait 1500\n/say end')
  const stopped = running.stop()
  const text = await answer.text()
  assert.match(text, /end/)
  assert.match(text, /data: \[DONE\]/)
  assert.equal(await stopped, 0)
})

test('a second Ctrl-C does not wait for running answers [supervisor.stop]', async () => {
  await using running = await runHub(forEverybody)
  const answer = await ask(running, '/say begin\n/wait 30000')
  const cut = assert.rejects(answer.text())
  const began = performance.now()
  running.process.kill('SIGINT')
  const soon = sleep(700, 'it runs') // within 500 ms, a second signal counts as the first
  assert.equal(await Promise.race([running.ended, soon]), 'it runs')
  running.process.kill('SIGINT')
  await running.ended
  await cut
  assert.ok(performance.now() - began < 5000)
})

test('a taken port ends the start with its variable and its owner [supervisor.port-taken]', async (t) => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  t.after(() => holder.close())
  const { port } = holder.address() as AddressInfo
  const taken = runHub({ environment: { BRIDGE_PORT: String(port) } })
  await assert.rejects(taken, (error: Error) => {
    const expected = `port ${port} (BRIDGE_PORT) is taken by pid ${process.pid} (node); set BRIDGE_PORT=… to another port`
    return error.message.includes('ended with 1') && error.message.includes(expected)
  })
})
