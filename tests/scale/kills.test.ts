import assert from 'node:assert/strict'
import { mkdtemp, readFile } from 'node:fs/promises'
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
import { until } from '../support/until.ts'
import { startStorm } from './storm.ts'

const skip = postgresPrograms && natsProgram ? false : 'no Postgres or NATS on this machine'
/** A larger number of kills: `KILLS=300 npm test -- --minutes=90 tests/scale/kills.test.ts`. */
const KILLS = Number(process.env['KILLS'] ?? 4)
const KILL_MS = 15_000

const noteScript = (log: string) => `note() {
  for event in $SVC_WEBHOOK_EVENTS; do
    sed -n "s/.*\\"delivery\\":\\"\\([0-9a-f]*\\)\\".*/$1 \\1 $$/p" "$event" >> ${log}
  done
}
note begins
sleep 0.2
note ends
`

test(
  'instances killed again and again lose no accepted data, store nothing twice and handle nothing twice at once [scale.kills]',
  { skip, timeout: 120_000 + KILLS * KILL_MS },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'hub-kills-'))
    await using parts = new AsyncDisposableStack()
    parts.defer(() => removeFolder(folder))
    const log = join(folder, 'handled.log')
    const cluster = parts.use(
      await startCluster({
        folder,
        instances: 3,
        hasFront: false,
        files: {
          'note.sh': noteScript(log),
          'tasks/note.md': '---\nrun: sh note.sh\non_webhook: true\nrun_as: ann@example.org\n---\n',
        },
        more: { SVC_RUN_LEASE: '3' },
        log: (line) => t.diagnostic(line),
      }),
    )
    const urls = cluster.instances.map(({ url }) => url)
    const { token } = await signIn(urls[0]!, cluster.administrator)
    const { id } = (await clientOf(urls[0]!, token).get('/api/v1/auths/')).json
    const clients = urls.map((url) => clientOf(url, token, id))

    const { history, stop } = startStorm(urls, { people: 4, token, id, secret: cluster.webhookSecret })
    for (let kill = 0; kill < KILLS; kill++) await killOne(cluster, kill)
    await stop()
    await settled(clients, history)
    await compareChats(clients, history)
    await compareDeliveries(cluster.instances, history)
    await until(async () => (await handled(log)).size >= history.deliveries.size, { timeoutMs: 120_000 })
    const times = await handled(log)
    for (const delivery of history.deliveries) assert.ok(times.has(delivery), `${delivery} was handled`)
    const accepted = [...history.prompts.values()].reduce((sum, { size }) => sum + size, 0)
    t.diagnostic(
      `${KILLS} kills: ${accepted} prompts, ${history.files.size} files and ${history.deliveries.size} deliveries were accepted, ` +
        `${[...times.values()].filter((count) => count > 1).length} of them handled again after a kill`,
    )
  },
)

async function killOne({ instances }: Cluster, kill: number): Promise<void> {
  const [one, other] = [instances[kill % instances.length]!, instances[(kill + 1) % instances.length]!]
  const falls = kill % 3 === 2 ? [one, other] : [one]
  await pause(Math.random() * 1500)
  for (const instance of falls) {
    await instance.signal('SIGKILL')
    await pause(Math.random() * 500)
  }
  await Promise.all(falls.map((instance) => instance.start()))
}

/**
 * Number of completed runs of each delivery.
 *
 * @throws AssertionError if two processes handled a delivery at once.
 */
async function handled(log: string): Promise<Map<string, number>> {
  const holders = new Map<string, string>()
  const times = new Map<string, number>()
  const text = await readFile(log, 'utf8').catch(() => '')
  for (const [, what, delivery, run] of text.matchAll(/^(begins|ends) (\w+) (\d+)$/gm)) {
    if (what === 'begins') holders.set(delivery!, run!)
    else {
      assert.equal(holders.get(delivery!), run, `${delivery} was in two hands at once`)
      times.set(delivery!, (times.get(delivery!) ?? 0) + 1)
    }
  }
  return times
}
