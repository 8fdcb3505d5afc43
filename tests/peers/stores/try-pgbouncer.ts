import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createMigratedPostgres } from '../../support/migrated.ts'
import { pgbouncerProgram, startPgbouncer } from '../../support/pgbouncer.ts'
import { STORES_TABLE } from '../clients/page.ts'
import type { AreaReport } from '../report.ts'
import { createTries } from '../tries.ts'
import { doctorOn } from './doctor.ts'
import { chatAtOther, startPair, stopAtOther, webhookOnce } from './pair.ts'

const IGNORED = {
  ignore_startup_parameters: 'lock_timeout,statement_timeout,idle_in_transaction_session_timeout',
}
/** In session mode, every idle connection keeps its own connection to Postgres. */
const SESSIONS = { pool_mode: 'session', default_pool_size: '40' }

export async function tryPgbouncer(report: AreaReport): Promise<void> {
  if (pgbouncerProgram === null) {
    report.lacks('PgBouncer', 'pgbouncer is not installed')
    return
  }
  const { tried, run } = createTries('PgBouncer')
  await using parts = new AsyncDisposableStack()
  const t = { after: (then: () => unknown) => parts.defer(async () => void (await then())) }
  const behind = async (settings: Record<string, string>) => ({
    SVC_DATABASE_URL: await startPgbouncer(t, await createMigratedPostgres(), settings),
  })
  for (const [mode, settings] of [
    ['transaction', { ...IGNORED, default_pool_size: '10' }],
    ['session', { ...IGNORED, ...SESSIONS }],
  ] as const) {
    await using pair = await startPair(await behind(settings))
    await run(`${mode}-pooling`, async () => {
      await chatAtOther(pair)
      await stopAtOther(pair)
      await webhookOnce(pair)
    })
  }
  await run('missing-setting', async () =>
    assert.match(await doctorOn('store', await behind({})), /^fail .*ignore_startup_parameters/),
  )
  await run('statement-pooling-refused', async () => {
    const environment = await behind({ ...IGNORED, pool_mode: 'statement' })
    assert.match(await doctorOn('store', environment), /^fail .*pool_mode/)
  })
  const { stdout } = spawnSync(pgbouncerProgram, ['--version'], { encoding: 'utf8' })
  const version = /\d+\.\d+\.\d+/.exec(stdout)?.[0] ?? '?'
  report.row({ table: STORES_TABLE, name: 'PgBouncer', version, tried })
}
