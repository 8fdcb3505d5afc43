import assert from 'node:assert/strict'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { hub } from '../support/hub-command.ts'
import { runHub, type RunningHub } from '../support/running-hub.ts'

const edgesOf = (running: RunningHub): number[] =>
  running.children().flatMap(({ pid, command }) => (command.trim().endsWith(' edge') ? [pid] : []))

async function answerTo(socket: string, line: string): Promise<{ ok: boolean }> {
  const asked = connect(socket)
  asked.write(`${line}\n`)
  return JSON.parse(await text(asked)) as { ok: boolean }
}

function startClients(url: string) {
  const failures: string[] = []
  let answered = 0
  let isOver = false
  const ask = (agent: Agent) =>
    new Promise<void>((resolve) => {
      const failed = (error: Error) => {
        failures.push(error.message)
        resolve()
      }
      get(`${url}/health`, { agent }, (response) => {
        if (response.statusCode !== 200) failures.push(String(response.statusCode))
        response.resume().once('end', () => {
          answered++
          resolve()
        })
        response.once('error', failed)
      }).once('error', failed)
    })
  const client = async (keepAlive: boolean) => {
    const agent = new Agent({ keepAlive, maxSockets: 1 })
    while (!isOver) await ask(agent)
    agent.destroy()
  }
  const clients = [true, true, true, false, false].map(client)
  return {
    answered: () => answered,
    async stop() {
      isOver = true
      await Promise.all(clients)
      return { answered, failures }
    },
  }
}

const answering = async ({ answered }: ReturnType<typeof startClients>) => {
  const before = answered()
  while (answered() < before + 50) await sleep(10)
}

test('hub restart gives the edge new processes, and no request fails [supervisor.edge-restart]', async () => {
  await using running = await runHub({
    processes: 'usual',
    inOwnProcess: true,
    environment: { SVC_EDGE_WORKERS: '2' },
  })
  const before = edgesOf(running)
  assert.equal(before.length, 2)
  const clients = startClients(running.ready.edge!)
  await answering(clients)
  const { code, stdout, stderr } = await hub(['restart', running.folder])
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: 'edge: restarted\n', stderr: '' })
  await answering(clients)
  const after = edgesOf(running)
  assert.equal(after.length, 2)
  assert.ok(after.every((pid) => !before.includes(pid)))
  const { answered, failures } = await clients.stop()
  assert.deepEqual(failures, [], `of ${answered}`)
})

test('a setting that counts one process is refused with several processes [supervisor.edge-restart]', async () => {
  const environment = { SVC_EDGE_WORKERS: '2', SVC_EDGE_METRICS_PORT: '0' }
  await assert.rejects(
    runHub({ processes: 'usual', environment }),
    /SVC_EDGE_METRICS_PORT: counts one process; remove it, or set SVC_EDGE_WORKERS=1/,
  )
})

test('commands are accepted from the same user only; a Hub without its own edge names the setting [supervisor.edge-restart]', async () => {
  await using running = await runHub({ processes: 'usual', inOwnProcess: true })
  const socket = join(running.folder, '.svc/run.sock')
  assert.equal(statSync(socket).mode & 0o777, 0o600)
  const refused = await hub(['restart', running.folder])
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /its edge has no process of its own; set SVC_EDGE_WORKERS=1/)
  const alone = await hub(['pause', 'garden-team', '--hub', running.folder])
  assert.equal(alone.code, 1)
  assert.match(alone.stderr, /this Hub runs without a gateway: stop and start its own process instead/)
  for (const line of ['', 'restart', 'null', '{"command":"dance","hub":"x"}', '{"command":"pause","hub":7}'])
    assert.equal((await answerTo(socket, line)).ok, false, line)
  const gone = connect(socket)
  await once(gone, 'connect')
  gone.write('{')
  gone.destroy()
  await rm(socket)
  const lost = await hub(['restart', running.folder])
  assert.equal(lost.code, 1)
  assert.match(lost.stderr, /^error the command could not be sent to the running process: .*ENOENT/)
  assert.equal((await fetch(running.ready.edge!)).status, 200)
  await running.stop()
  const over = await hub(['restart', running.folder])
  assert.match(over.stderr, /the Hub is not running/)
})
