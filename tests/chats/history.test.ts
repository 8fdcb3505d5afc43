import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTurnRecords } from '#cluster/chats/turn-records.ts'
import { systemClock } from '#ground/base/clock.ts'
import { openStore } from '#ground/store/store.ts'
import { folderWith } from '../support/folder.ts'
import { postgresPrograms, startOwnPostgres } from '../support/postgres.ts'
import { until } from '../support/until.ts'
import { endedTurn } from './engines.ts'

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'

test(
  'a turn that ends while the store is unavailable is recorded afterwards, despite kills meanwhile [chats.history-waits]',
  { skip },
  async (t) => {
    const postgres = await startOwnPostgres()
    await using store = await openStore({ kind: 'postgres', url: postgres.url })
    const folder = await folderWith(t, {})
    let waits = 0
    const open = () =>
      openTurnRecords({ hub: 'garden', folder, store, clock: systemClock, onWaiting: () => void waits++ })
    const recorded = async () =>
      (await store.db.selectFrom('chat_turns').select('id').orderBy('id').execute()).map(({ id }) => id)
    const killed = open() // this process is killed, so it writes no end of the turn
    t.after(() => killed[Symbol.asyncDispose]())
    await killed.add('scope', endedTurn('t1'))
    await postgres.stop()
    await killed.add('scope', endedTurn('t2'))
    await killed.add('scope', endedTurn('t3'))
    assert.equal(waits, 2)
    await using _ = open()
    await postgres.start()
    await until(async () => (await recorded().catch(() => [])).length === 3)
    assert.deepEqual(await recorded(), ['t1', 't2', 't3'])
  },
)
