import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startCluster, type Cluster } from '../../scripts/cluster/cluster.ts'
import { clientOf, type Client } from '../chatapp/client.ts'
import { messagesOf } from '../chatapp/page.ts'
import { signIn } from '../support/console-person.ts'
import { removeFolder } from '../support/folder.ts'
import { natsProgram } from '../support/nats.ts'
import { postgresPrograms } from '../support/postgres.ts'
import { until } from './started-machines.ts'
import { hub as hubCommand } from '../support/hub-command.ts'
import { hashOf, startStorm, type History } from './storm.ts'

const skip = postgresPrograms && natsProgram ? false : 'no Postgres or NATS on this machine'
/** More of them are made by hand, as `STORMS=20 npm test tests/scale/storm.test.ts`. */
const STORMS = Number(process.env['STORMS'] ?? 1)
const PEOPLE = 4
/** A lease and a look at those of others; and what the machine needs to do so. */
const SETTLED_MS = 30_000

test(
  'while machines die and stand still, Postgres fails over and bus and bucket go and come, nothing that was accepted is lost and no chat is answered twice at once [scale.storm]',
  { skip, timeout: 90_000 + STORMS * 90_000 },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'hub-storm-'))
    await using parts = new AsyncDisposableStack()
    parts.defer(() => removeFolder(folder))
    const cluster = parts.use(
      await startCluster({ folder, machines: 3, hasFront: false, say: (line) => t.diagnostic(line) }),
    )
    const urls = cluster.machines.map(({ url }) => url)
    const { token } = await signIn(urls[0]!, cluster.administrator)
    const { id } = (await clientOf(urls[0]!, token).get('/api/v1/auths/')).json
    const clients = urls.map((url) => clientOf(url, token, id))

    for (let storm = 0; storm < STORMS; storm++) {
      const { history, stop } = startStorm(urls, {
        people: PEOPLE,
        token,
        id,
        secret: cluster.webhookSecret,
      })
      await pullPlugs(cluster, storm === 0)
      await pause(1000)
      await stop()
      await settled(clients, history)
      await compare(clients, history)
      await compareDeliveries(cluster, history)
      const accepted = [...history.prompts.values()].reduce((sum, { size }) => sum + size, 0)
      assert.ok(
        accepted > 20 && history.files.size > 3 && history.deliveries.size > 50,
        'people got on with it',
      )
      const refused = [...history.refused].map(([status, times]) => `${times} × ${status}`).join(', ')
      t.diagnostic(
        `${accepted} prompts, ${history.files.size} files and ${history.deliveries.size} deliveries were accepted; refused: ${refused || 'none'}`,
      )
    }
  },
)

/** Everything that may break breaks once, and is mended. */
async function pullPlugs({ plugs }: Cluster, isFirst: boolean): Promise<void> {
  const pull = async (name: string, act: string, then = 500) => {
    await plugs.get(name)![act]!()
    await pause(then)
  }
  await pause(1500)
  await pull('shed', 'freeze', 3000)
  await pull('mill', 'kill')
  await pull('shed', 'thaw')
  await pull('mill', 'start')
  if (isFirst) {
    await pull('first', 'kill')
    await pull('second', 'promote', 4000)
    await pull('first', 'standby') // the old primary, which has to be left alone
  } else {
    await pull('second', 'freeze', 3000) // there is no standby any more
    await pull('second', 'thaw', 1000)
  }
  await pull('nats', 'stop', 1500)
  await pull('nats', 'start')
  await pull('s3', 'stop', 1500)
  await pull('s3', 'start', 1000)
}

/** Wait until no answer is being written any more, as each machine sees it. */
async function settled(clients: readonly Client[], { prompts }: History): Promise<void> {
  const begun = performance.now()
  await until(async () => {
    assert.ok(performance.now() - begun < SETTLED_MS, 'an answer is written still')
    for (const client of clients)
      for (const chatId of prompts.keys()) {
        const messages = Object.values(await messagesOf(client, chatId))
        if (messages.some(({ done }) => !done)) return false
      }
    return true
  })
}

/** All machines tell the same, and it is what people were told. */
async function compare(clients: readonly Client[], { prompts, files }: History): Promise<void> {
  let saved = 0
  for (const [chatId, accepted] of prompts) {
    const [told, ...others] = await Promise.all(clients.map((client) => messagesOf(client, chatId)))
    for (const other of others) assert.deepEqual(other, told)
    const messages = Object.values(told!)
    for (const id of accepted) {
      const answers = messages.filter(({ parentId }) => parentId === id)
      assert.equal(answers.length, 1, `the prompt ${id} has one answer`)
      assert.ok(['done', 'failed', 'interrupted', 'stopped'].includes(answers[0].state), answers[0].state)
    }
    const whole = messages.filter(({ role, state }) => role === 'assistant' && state === 'done')
    for (const { content, tools } of whole) if (!tools) assert.match(content, /^([\d-]+|begun\s+ended)$/)
    for (const { tools = [] } of messages) saved += await compareSaved(clients, tools)
  }
  assert.ok(saved > 3, 'agents saved files')
  for (const client of clients)
    for (const [id, hash] of files) {
      const answer = await client.fetch(`/api/v1/files/${id}/content`)
      assert.equal(answer.status, 200)
      assert.equal(hashOf(new Uint8Array(await answer.arrayBuffer())), hash)
    }
}

/** What an agent said it saved opens at all machines. @returns How many files. */
async function compareSaved(clients: readonly Client[], tools: readonly ToolTold[]): Promise<number> {
  let saved = 0
  for (const { state, result = '' } of tools) {
    const [, filename, link] = /\[([\d-]+)\.txt\]\(([^)]+)\)/.exec(result) ?? []
    if (state !== 'done') continue
    assert.ok(link, result)
    for (const client of clients) {
      const answer = await client.fetch(link)
      assert.deepEqual([answer.status, await answer.text()], [200, filename])
    }
    saved++
  }
  return saved
}

interface ToolTold {
  state: string
  result?: string
}

/** Each that was acknowledged is there once, at whichever machine one asks. */
async function compareDeliveries({ machines }: Cluster, { deliveries }: History): Promise<void> {
  for (const { folder, environment } of machines) {
    const listed = await hubCommand(['events', 'list', '--json', '--limit', '100000', '--hub', folder], {
      environment,
    })
    const times = new Map<string, number>()
    for (const [, delivery] of listed.stdout.matchAll(/\{\\"delivery\\":\\"(\w+)\\"\}/g))
      times.set(delivery!, (times.get(delivery!) ?? 0) + 1)
    for (const delivery of deliveries) assert.equal(times.get(delivery), 1, listed.stderr)
  }
}
