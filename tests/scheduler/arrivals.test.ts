import assert from 'node:assert/strict'
import { watch } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { watchArrivals } from '#features/work/scheduler/arrivals.ts'
import { folderWith } from '../support/folder.ts'
import { manualClock } from '../support/manual-clock.ts'
import { until } from '../support/until.ts'

const QUIET = 1000
const POLL_INTERVAL_MS = 2000

test('one check follows a burst of events, and an endless stream is checked every three seconds [task.nudge]', async (t) => {
  const folder = await folderWith(t, {})
  const clock = manualClock()
  let checks = 0
  await using _ = watchArrivals({
    clock,
    folders: () => [folder],
    onQuiet: () => checks++,
    onFailure: (error) => assert.fail(String(error)),
  })
  assert.equal(await clock.nextSleep(), QUIET)
  assert.equal(await clock.nextSleep(), POLL_INTERVAL_MS)
  clock.advance(QUIET)
  await until(async () => checks === 1)

  await store(folder, '1.json')
  assert.equal(await nextQuiet(clock), QUIET)
  clock.advance(QUIET / 2)
  await store(folder, '2.json')
  clock.advance(QUIET / 2)
  for (let n = 3; n <= 6; n++) {
    assert.equal(await nextQuiet(clock), QUIET / 2)
    await store(folder, `${n}.json`)
    assert.equal(checks, 1)
    clock.advance(QUIET / 2)
  }
  await until(async () => checks === 2)

  await store(folder, 'last.json')
  assert.equal(await nextQuiet(clock), QUIET)
  clock.advance(QUIET)
  await until(async () => checks === 3)
})

async function store(folder: string, name: string): Promise<void> {
  const noticed = Promise.withResolvers<void>()
  const watcher = watch(folder, (_, changed) => void (changed === name && noticed.resolve()))
  await writeFile(join(folder, name), '')
  await noticed.promise
  watcher.close()
}

/** Skips the watcher's polls for new folders. */
async function nextQuiet(clock: ReturnType<typeof manualClock>): Promise<number> {
  for (;;) {
    const ms = await clock.nextSleep()
    if (ms !== POLL_INTERVAL_MS) return ms
  }
}
