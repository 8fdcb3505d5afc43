import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { hub as command } from '../support/hub-command.ts'
import {
  agentFile,
  isBroken,
  isServing,
  makeHub,
  runGateway,
  type RunningGateway,
} from './running-gateway.ts'

describe('one Hub of a gateway', () => {
  let folder: string
  let gateway: RunningGateway
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hubs-'))
    for (const name of ['Anchor', 'Bay']) await makeHub(folder, name)
    gateway = await runGateway(folder, { SVC_BRIDGE_WORKERS: '1', SVC_EDGE_WORKERS: '1', MCP_SERVER: 'true' })
  })
  after(async () => {
    await gateway.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const order = async (...args: string[]) => {
    const { code, stdout, stderr } = await command([...args, '--hub', folder])
    return { code, said: (stdout + stderr).trim() }
  }
  const ofBridge = (slug: string) =>
    fetch(`${gateway.hubs.find((one) => one.slug === slug)!.bridge}/healthz`).then(
      async (response) => ((await response.json()) as { agent: string }).agent,
      () => null,
    )
  const atEdge = (slug: string) => fetch(`${gateway.url}/b/${slug}/mcp`, { method: 'POST' })

  const whenAway = async (slug: string): Promise<string> => {
    for (;;) {
      const answer = await atEdge(slug)
      if (answer.status === 503) return answer.text()
      assert.notEqual(answer.status, 200)
      await sleep(50)
    }
  }

  test('is paused and resumed, however often, and the others go on [gateway.orders]', async () => {
    assert.deepEqual(await order('pause', 'anchor'), { code: 0, said: 'anchor: paused' })
    assert.equal((await gateway.told('Anchor', ({ state }) => state === 'paused')).state, 'paused')
    assert.equal(await ofBridge('anchor'), null)
    assert.equal(await ofBridge('bay'), 'Bay')
    assert.match(await whenAway('anchor'), /paused/)
    assert.equal((await order('pause', join(folder, 'Anchor'))).code, 0)
    const restart = await order('restart', 'anchor')
    assert.equal(restart.code, 1)
    assert.match(restart.said, /the Hub is paused; resume it first/)

    assert.deepEqual(await order('resume', 'anchor'), { code: 0, said: 'anchor: resumed' })
    assert.equal(await ofBridge('anchor'), 'Anchor')
    assert.equal((await order('resume', 'anchor')).code, 0)
  })

  test('restarts alone, and a failure is reported [gateway.orders]', async () => {
    assert.deepEqual(await order('restart', 'bay'), { code: 0, said: 'bay: restarted' })
    assert.equal(await ofBridge('bay'), 'Bay')
    await writeFile(join(folder, 'Bay/agent.md'), '---\nname: [\n---\n')
    const broken = await order('restart', 'bay')
    assert.equal(broken.code, 1)
    assert.match(broken.said, /the Hub is not served: .*\nagent\.md/)
    await gateway.told('Bay', isBroken)
    await writeFile(join(folder, 'Bay/agent.md'), agentFile('Bay'))
    await gateway.told('Bay', isServing)
  })

  test('is named among the existing Hubs if it is unknown [gateway.orders]', async () => {
    const { code, said } = await order('pause', 'nowhere')
    assert.equal(code, 1)
    assert.match(said, /there is no Hub nowhere; there are: anchor, bay/)
  })

  test('the edge of all starts again by itself [gateway.orders]', async () => {
    assert.deepEqual(await command(['restart', folder]), { code: 0, stdout: 'edge: restarted\n', stderr: '' })
    assert.equal((await fetch(`${gateway.url}/health`)).status, 200)
  })

  test('stays paused over a restart of the gateway [gateway.orders]', async () => {
    await order('pause', 'anchor')
    await gateway.stop()
    gateway = await runGateway(folder, { SVC_BRIDGE_WORKERS: '1', MCP_SERVER: 'true' })
    assert.deepEqual(
      gateway.hubs.map(({ folder: hub, state }) => [hub.split('/').at(-1), state]),
      [
        ['Anchor', 'paused'],
        ['Bay', 'serving'],
      ],
    )
    assert.match(await whenAway('anchor'), /paused/)
    assert.deepEqual(await order('resume', 'anchor'), { code: 0, said: 'anchor: resumed' })
  })
})
