import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startCluster, type Cluster } from '../../scripts/cluster/cluster.ts'
import { clientOf } from '../chatapp/client.ts'
import { signIn } from '../support/console-person.ts'
import { removeFolder } from '../support/folder.ts'
import { natsProgram } from '../support/nats.ts'
import { postgresPrograms } from '../support/postgres.ts'
import { compareChats, compareDeliveries, settled } from './history.ts'
import { startStorm } from './storm.ts'

const skip = postgresPrograms && natsProgram ? false : 'no Postgres or NATS on this machine'
/** A larger number of storms: `STORMS=20 npm test -- --minutes=60 tests/scale/storm.test.ts`. */
const STORMS = Number(process.env['STORMS'] ?? 1)
const PEOPLE = 4

test(
  'while instances die and freeze, Postgres fails over, and bus and bucket fail, no accepted data is lost and no chat is answered twice at once [scale.storm]',
  { skip, timeout: 90_000 + STORMS * 90_000 },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'hub-storm-'))
    await using parts = new AsyncDisposableStack()
    parts.defer(() => removeFolder(folder))
    const cluster = parts.use(
      await startCluster({ folder, instances: 3, hasFront: false, log: (line) => t.diagnostic(line) }),
    )
    const urls = cluster.instances.map(({ url }) => url)
    const { token } = await signIn(urls[0]!, cluster.administrator)
    for (const { bridge } of cluster.instances) {
      const answer = await fetch(`${bridge}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${cluster.bridgeKey}`,
          'content-type': 'application/json',
          'x-svc-user': cluster.administrator.email,
        },
        body: JSON.stringify({ model: 'garden', messages: [{ role: 'user', content: '/say ready' }] }),
      })
      assert.equal(answer.status, 200, await answer.text()) // checks the administrator and key that the cluster printed
    }
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
      await compareChats(clients, history)
      await compareDeliveries(cluster.instances, history)
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

async function pullPlugs({ commands }: Cluster, isFirst: boolean): Promise<void> {
  const pull = async (name: string, act: string, then = 500) => {
    await commands.get(name)![act]!()
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
    await pull('first', 'standby') // the old primary becomes the standby
  } else {
    await pull('second', 'freeze', 3000)
    await pull('second', 'thaw', 1000)
  }
  await pull('nats', 'stop', 1500)
  await pull('nats', 'start')
  await pull('s3', 'stop', 1500)
  await pull('s3', 'start', 1000)
}
