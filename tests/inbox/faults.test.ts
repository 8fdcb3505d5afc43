import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { testProgram } from '../support/test-program.ts'
import { folderWith } from '../support/folder.ts'
import { countCalls, noStrace, strace } from '../support/strace.ts'
import { delivery, inboxOf } from './support.ts'

const CALLS = 'openat close statx pwrite64 fsync fdatasync rename link unlink mkdir'.split(' ')

const ERRORS: Record<string, readonly string[]> = {
  openat: ['EIO', 'ENOSPC', 'EACCES', 'EMFILE'],
  close: ['EIO'],
  statx: ['EIO', 'EACCES'],
  pwrite64: ['EIO', 'ENOSPC'],
  fsync: ['EIO', 'ENOSPC'],
  fdatasync: ['EIO', 'ENOSPC'],
  rename: ['EIO', 'ENOSPC', 'EACCES'],
  link: ['EIO', 'ENOSPC', 'EACCES'],
  mkdir: ['EIO', 'ENOSPC', 'EACCES'],
}

const SKIP = noStrace()
const KIB = 1024

async function startStoring(t: TestContext, journalBytes: number) {
  const folder = await folderWith(t, {})
  const child = spawn(
    process.execPath,
    [...testProgram('storing'), folder, String(journalBytes)],
    // A single thread for file calls keeps their order constant.
    { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, UV_THREADPOOL_SIZE: '1' } },
  )
  t.after(() => child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })
  const ended = once(child, 'exit').then(() => 'ended')
  const line = async () => Promise.race([once(lines, 'line').then(([text]) => String(text)), ended])
  assert.equal(await line(), 'ready')
  return {
    folder,
    pid: child.pid!,
    /** Resolves after the exit, because the journal of a running process is not replayed. */
    async end() {
      child.kill('SIGKILL')
      await ended
    },
    /** Outcome of a delivery; `ended` if the process has exited. */
    store(id: string) {
      const answer = line()
      child.stdin.write(`${id}\n`)
      return answer
    },
  }
}

type Place = readonly [call: string, nth: number]

async function placesOfStore(t: TestContext, journalBytes: number): Promise<Place[]> {
  const storing = await startStoring(t, journalBytes)
  const output = join(storing.folder, 'trace')
  const tracing = await strace(storing.pid, ['-e', `trace=${CALLS.join(',')}`], output)
  assert.equal(await storing.store('traced'), 'stored')
  await tracing.detach()
  await storing.end()
  const counts = await countCalls(output)
  return [...counts].flatMap(([call, count]) =>
    Array.from({ length: count }, (_, index): Place => [call, index + 1]),
  )
}

for (const [how, journalBytes, copies] of [
  ['with a journal', 256 * KIB, 1],
  ['one by one', 0, 2],
] as const) {
  test(
    `${how}: killed at any system call of a store, the event is whole or gone, and a retry is accepted [inbox.killed]`,
    { skip: SKIP, timeout: 180_000 },
    async (t) => {
      const places = await placesOfStore(t, journalBytes)
      assert.ok(places.length >= 8, `storing made only ${places.length} calls`)
      for (const [call, nth] of places) {
        const at = `${call} ${nth}`
        const storing = await startStoring(t, journalBytes)
        await strace(storing.pid, ['-e', `inject=${call}:signal=SIGKILL:when=${nth}`])
        const answer = await storing.store('d-1')
        await storing.end()
        const after = await inboxOf(t, { journalBytes, hubFolder: storing.folder })
        const retried = await after.inbox.store(delivery('{"id":"d-1"}', 'd-1'))
        if (answer === 'stored') assert.equal(retried.outcome, 'duplicate', at)
        const ids = (await after.bodies()).map((body) => (body as { id: string }).id)
        const found = ids.filter((id) => id === 'd-1').length
        assert.ok(found >= 1 && found <= copies, `${at}: ${found} copies`)
        const [ofBodies, ofIds] = [true, false].map(
          (isWindow) => after.markers().filter((marker) => marker.startsWith('window-') === isWindow).length,
        )
        const events = new Set(ids).size
        assert.equal(ofIds, events, `${at}: a mark for each event, and no other`)
        assert.ok(ofBodies! <= events, `${at}: ${ofBodies} bodies marked`)
        assert.equal((await after.inbox.store(delivery('{}', 'd-2'))).outcome, 'stored', at)
      }
      t.diagnostic(`killed at ${places.length} calls: ${places.map((place) => place.join(' ')).join(', ')}`)
    },
  )

  test(
    `${how}: whichever system call fails, the delivery is stored whole or refused without a mark, and the next one works [webhook.marked-after-storing]`,
    { skip: SKIP, timeout: 180_000 },
    async (t) => {
      const places = await placesOfStore(t, journalBytes)
      const storing = await startStoring(t, journalBytes)
      const seen = await inboxOf(t, { hubFolder: storing.folder })
      const copiesOf = async (id: string) =>
        (await seen.bodies()).filter((body) => (body as { id: string }).id === id).length
      const faults = places.flatMap(([call, nth]) =>
        (ERRORS[call] ?? []).map((code) => ({ call, nth, code })),
      )
      let refused = 0
      for (const { call, nth, code } of faults) {
        const id = `${call}-${nth}-${code}`
        const marked = seen.markers().length
        const tracing = await strace(storing.pid, ['-e', `inject=${call}:error=${code}:when=${nth}`])
        const answer = await storing.store(id)
        await tracing.detach()
        if (answer === 'stored') assert.equal(await copiesOf(id), 1, id)
        else {
          refused++
          assert.equal(answer, `failed ${code}`, id)
          assert.equal(await copiesOf(id), 0, id)
          assert.equal(seen.markers().length, marked, id)
          assert.equal(await storing.store(id), 'stored', `${id}, sent again`)
        }
        assert.equal(await storing.store(id), 'duplicate', id)
        assert.equal(await storing.store(`after-${id}`), 'stored', id)
      }
      assert.ok(refused >= 8, `only ${refused} faults were felt`)
      t.diagnostic(`${faults.length} faults, ${refused} of them refused`)
    },
  )
}
