import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import fc from 'fast-check'
import { ownerIfKnown } from '../journal/owner.ts'
import { takeOverMarkerFiles } from './earlier.ts'
import { createMarkerLog } from './log.ts'

const GONE = 'oldboot-1-1'
const markerOf = (n: number) => createHash('sha256').update(String(n)).digest()
const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index)

function folderOf(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'hub-markers-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function logIn(folder: string, owner = ownerIfKnown()) {
  const log = createMarkerLog({ folder, owner, now: () => Date.now() })
  log.refresh()
  const leave = (...some: number[]) => {
    for (const n of some) log.add(markerOf(n))
    log.write()
  }
  return Object.assign(log, { leave, knows: (n: number) => log.has(markerOf(n)) })
}

test('of a file that is torn or changed anywhere, all intact markers count, and no others [inbox.markers]', (t) => {
  const folder = folderOf(t)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(), fc.nat(), fc.nat(255), (count, cut, at, byte) => {
      const bytes = Buffer.concat(numbers(count).map((n) => markerOf(n).subarray(0, 16)))
      const length = cut % (bytes.length + 1)
      const changed = at % bytes.length
      const isChanged = bytes[changed] !== byte
      bytes.writeUInt8(byte, changed)
      writeFileSync(join(folder, `${GONE}-a.markers`), bytes.subarray(0, length))
      using log = logIn(folder)
      for (const n of numbers(count)) {
        const isWhole = (n + 1) * 16 <= length && !(isChanged && Math.floor(changed / 16) === n)
        assert.equal(log.knows(n), isWhole)
      }
      for (const n of numbers(20, 1000)) assert.equal(log.knows(n), false)
    }),
  )
})

test('a follower reads the markers of another process, also after reading half a marker', (t) => {
  const folder = folderOf(t)
  using follower = logIn(folder)
  using writer = logIn(folder)
  writer.leave(1, 2)
  follower.refresh()
  assert.equal(follower.knows(2), true)
  writer.leave(3)
  const [file] = readdirSync(folder).map((name) => join(folder, name))
  const bytes = readFileSync(file!)
  truncateSync(file!, bytes.length - 7)
  follower.refresh()
  assert.equal(follower.knows(3), false)
  writeFileSync(file!, bytes)
  follower.refresh()
  assert.equal(follower.knows(3), true)
})

test('a withdrawn marker never counts again, written or not', (t) => {
  const folder = folderOf(t)
  using log = logIn(folder)
  const places = [1, 2, 3].map((n) => log.add(markerOf(n))!)
  log.rollBack(markerOf(1), places[0]!)
  log.write()
  log.rollBack(markerOf(2), places[1]!)
  assert.equal(log.add(markerOf(3)), null, 'it was there before')
  using again = logIn(folder)
  for (const one of [log, again])
    assert.deepEqual(
      [1, 2, 3].map((n) => one.knows(n)),
      [false, false, true],
    )
})

test('many files of processes that are gone become one, and nothing is forgotten [inbox.markers]', async (t) => {
  const folder = folderOf(t)
  for (const n of numbers(20))
    writeFileSync(join(folder, `${GONE}-${n}.markers`), markerOf(n).subarray(0, 16))
  using running = logIn(folder)
  running.leave(100)
  using log = logIn(folder)
  await log.merge()
  assert.equal(readdirSync(folder).length, 2, 'and the one of the process that runs')
  using again = logIn(folder)
  running.refresh()
  for (const one of [log, again, running])
    for (const n of [...numbers(20), 100]) assert.equal(one.knows(n), true)
})

test('the files that earlier releases left for each marker count on, those of windows too [inbox.markers]', async (t) => {
  const folder = folderOf(t)
  for (const n of numbers(50)) {
    const name = markerOf(n).toString('hex')
    mkdirSync(join(folder, name.slice(0, 2)), { recursive: true })
    writeFileSync(join(folder, name.slice(0, 2), name), '')
  }
  using ids = logIn(join(folder, 'ids'))
  await takeOverMarkerFiles(folder, ids)
  using again = logIn(join(folder, 'ids'))
  for (const n of numbers(50)) assert.equal(again.knows(n), true)
  const window = join(folder, 'window-1')
  mkdirSync(window)
  writeFileSync(join(window, markerOf(7).toString('hex')), '')
  using ofWindow = logIn(window)
  assert.equal(ofWindow.knows(7), true)
})
