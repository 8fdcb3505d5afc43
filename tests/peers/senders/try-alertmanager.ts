import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SENDERS_TABLE } from '../clients/page.ts'
import { freePorts } from '../../support/free-ports.ts'
import { ALERTMANAGER, installGoProgram } from '../stores/go-programs.ts'
import { startOutside } from '../stores/outside-program.ts'
import type { AreaReport } from '../report.ts'
import { createTries } from '../tries.ts'
import { SECRETS, type ReceivingHub } from './receiving-hub.ts'

const TIMEOUT_MS = 120_000

export async function tryAlertmanager(hub: ReceivingHub, report: AreaReport): Promise<void> {
  const program = await installGoProgram(ALERTMANAGER)
  const folder = await mkdtemp(join(tmpdir(), 'hub-alerts-'))
  await using parts = new AsyncDisposableStack()
  parts.defer(() => rm(folder, { recursive: true, force: true }))
  const [port] = await freePorts(1)
  const config = join(folder, 'alertmanager.yml')
  await writeFile(config, configOf(`${hub.address}/alerts`), { mode: 0o600 })
  parts.use(
    await startOutside(
      [
        program,
        `--config.file=${config}`,
        `--storage.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--cluster.listen-address=',
      ],
      { port: port! },
    ),
  )
  const send = async (alerts: readonly { labels: Record<string, string>; endsAt?: string }[]) => {
    const body = JSON.stringify(alerts.map((alert) => ({ startsAt: new Date().toISOString(), ...alert })))
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${port}/api/v2/alerts`, { method: 'POST', headers, body })
    assert.equal(answer.status, 200)
  }
  const about = async (name: string, status: string) => {
    const end = Date.now() + TIMEOUT_MS
    for (; Date.now() < end; await pause(300)) {
      const found = (await hub.events('alerts')).filter(
        ({ body }) => body.status === status && body.groupLabels.alertname === name,
      )
      if (found.length > 0) return found
    }
    throw new Error(`no event about ${name} (${status})`)
  }
  const { tried, run } = createTries('Alertmanager')
  const disk = ['a', 'b'].map((host) => ({ labels: { alertname: 'DiskFull', host } }))
  await run('firing', async () => {
    await send(disk)
    assert.equal((await about('DiskFull', 'firing'))[0].body.receiver, 'hub')
  })
  await run('grouped', async () => {
    const [event, ...more] = await about('DiskFull', 'firing')
    assert.deepEqual([event.body.alerts.length, more.length], [2, 0])
  })
  await run('resolved', async () => {
    await send(disk.map((alert) => ({ ...alert, endsAt: new Date().toISOString() })))
    assert.equal((await about('DiskFull', 'resolved'))[0].body.alerts.length, 2)
  })
  await run('retried', async () => {
    await hub.stop()
    await send([{ labels: { alertname: 'HubAway', host: 'a' } }])
    await pause(3000)
    await hub.start()
    assert.equal((await about('HubAway', 'firing')).length, 1)
  })
  report.row({ table: SENDERS_TABLE, name: 'Alertmanager', version: ALERTMANAGER.version, tried })
}

const configOf = (address: string): string => `route:
  receiver: hub
  group_by: [alertname]
  group_wait: 1s
  group_interval: 2s
  repeat_interval: 1h
receivers:
  - name: hub
    webhook_configs:
      - url: ${address}
        send_resolved: true
        http_config: { authorization: { credentials: "${SECRETS.other}" } }
`
