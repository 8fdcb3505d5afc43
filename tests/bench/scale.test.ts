import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { LOAD, REMEDIES, SIZES } from '../../bench/scale/assumptions.ts'
import { httpRequests, natsPublished, postgresStatements } from '../../bench/scale/counting-proxy.ts'
import { countsTable, type ActCounts } from '../../bench/scale/counts.ts'
import { fullest, seeded, usesOf, waitsFor, firstLimit } from '../../bench/scale/simulation.ts'
import { breaksTable } from '../../bench/scale/tables.ts'

const ROOT = join(import.meta.dirname, '../..')
const { acts } = JSON.parse(await readFile(join(ROOT, 'bench/scale/counts.json'), 'utf8')) as {
  acts: ActCounts[]
}

test('the tables of the page match the stored counts', async () => {
  const page = await readFile(join(ROOT, 'docs/performance.md'), 'utf8')
  for (const table of [countsTable(acts), breaksTable(acts, LOAD, SIZES, REMEDIES)])
    assert.ok(page.includes(table), 'node bench/scale-simulation.ts --write')
})

test('twice the load uses twice as much, and a remedy makes its thing less full', () => {
  const twice = { ...LOAD, hubs: LOAD.hubs * 2, people: LOAD.people * 2 }
  const sizes = { ...SIZES, machinesPerHub: 2 }
  const [once, double] = [usesOf(acts, LOAD, sizes), usesOf(acts, twice, sizes)]
  for (const [n, { of, used }] of once.entries()) assert.ok(Math.abs(double[n]!.used / used - 2) < 1e-9, of)
  const steps = firstLimit(acts, LOAD, SIZES, REMEDIES)
  assert.equal(steps[0]!.first, fullest(usesOf(acts, LOAD, SIZES)).of)
  assert.deepEqual(
    steps.map(({ at }) => at),
    steps.map(({ at }) => at).toSorted((a, b) => a - b),
  )
})

test('waits for a row are those of the queue that it is, the same each time', () => {
  const at = (perSecond: number) => waitsFor(perSecond, 1.5, { random: seeded(1) })
  assert.deepEqual(at(100), at(100))
  assert.equal(at(200).p50, 0, 'of a row that is free seven tenths of the time most wait nothing')
  assert.ok(at(600).p99 > 3 * at(200).p99)
})

/** A message of Postgres's wire protocol; the startup message has no type letter. */
function message(kind: string, body: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(kind, 'latin1'), length, Buffer.from(body, 'latin1')])
}

test('statements and commits are distinguished from the start and end of transactions, for any pieces', () => {
  const sent = Buffer.concat([
    message('', '\0\x03\0\0user\0hub\0\0'),
    message('P', '\0select 1\0\0\0'),
    message('B', '\0\0\0\0\0\0\0\0'),
    message('E', '\0\0\0\0\0'),
    message('Q', 'begin\0'),
    message('P', '\0insert into t values (1)\0\0\0'),
    message('E', '\0\0\0\0\0'),
    message('Q', 'commit\0'),
    message('Q', 'begin\0'),
    message('Q', 'commit\0'),
    message('Q', 'begin\0'),
    message('P', '\0update t set a = 1\0\0\0'),
    message('E', '\0\0\0\0\0'),
    message('Q', 'rollback\0'),
    message('P', '\0delete from t\0\0\0'),
    message('E', '\0\0\0\0\0'),
  ])
  for (const size of [1, 7, sent.length]) {
    const count = postgresStatements()
    const sum = { requests: 0, commits: 0 }
    for (let from = 0; from < sent.length; from += size) {
      const { requests = 0, commits = 0 } = count(sent.subarray(from, from + size))
      sum.requests += requests
      sum.commits += commits
    }
    assert.deepEqual(sum, { requests: 4, commits: 2 }, `pieces of ${size}`)
  }
})

test('messages of the bus and requests of the bucket are counted by their first lines', () => {
  assert.equal(natsPublished()(Buffer.from('PUB a 2\r\nhi\r\nHPUB b 1 2\r\n\r\nSUB c 1\r\n')).requests, 2)
  assert.equal(
    httpRequests()(Buffer.from('PUT /a HTTP/1.1\r\nHost: b\r\n\r\nGET /a HTTP/1.1\r\n\r\n')).requests,
    2,
  )
})
