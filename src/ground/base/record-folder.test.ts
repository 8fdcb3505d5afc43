import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { newId } from './ids.ts'
import { createPendingRecords } from './record-folder.ts'

async function open(t: TestContext, mostBytes = 1000) {
  const base = await mkdtemp(join(tmpdir(), 'hub-kept-'))
  t.after(() => rm(base, { recursive: true }))
  const folder = join(base, 'kept')
  const unreadable: string[] = []
  const parse = (value: unknown) => {
    if (typeof value !== 'string') throw new Error('no text')
    return value
  }
  const onUnreadable = (path: string) => void unreadable.push(path)
  const reopen = () => createPendingRecords<string>({ folder, maxBytes: mostBytes, parse, onUnreadable })
  return { folder, unreadable, reopen, records: reopen() }
}

test('the next process reads stored records; a removed record is gone', async (t) => {
  const { folder, records, reopen } = await open(t)
  const [a, b] = [newId(), newId()]
  assert.deepEqual(await records.read(), [])
  await records.write(a, 'one')
  await records.write(b, 'two')
  await records.write(b, 'three')
  assert.equal((await stat(join(folder, `${a}.json`))).mode & 0o777, 0o600)
  assert.deepEqual(
    new Map(await reopen().read()),
    new Map([
      [a, 'one'],
      [b, 'three'],
    ]),
  )
  await records.remove(a)
  await records.remove(a)
  assert.deepEqual(await reopen().read(), [[b, 'three']])
})

test('more than the bound is refused, and room is made by removing', async (t) => {
  const { records, reopen } = await open(t, 20)
  const [a, b] = [newId(), newId()]
  await records.write(a, 'x'.repeat(10))
  await assert.rejects(records.write(b, 'x'.repeat(10)), /at most 20 bytes/)
  const next = reopen()
  await next.read()
  await assert.rejects(next.write(b, 'x'.repeat(10)), /at most 20 bytes/)
  await next.write(a, 'y'.repeat(18))
  await next.remove(a)
  await next.write(b, 'x'.repeat(10))
})

test('torn, foreign and oversized files are reported and left unchanged', async (t) => {
  const { folder, records, reopen, unreadable } = await open(t)
  const [good, torn, foreign, large] = [newId(), newId(), newId(), newId()]
  await records.write(good, 'good')
  await records.write(torn, 'torn in two')
  await truncate(join(folder, `${torn}.json`), 5)
  await writeFile(join(folder, `${foreign}.json`), '{"hello":"world"}')
  await writeFile(join(folder, `${large}.json`), `"${'x'.repeat(1000)}"`)
  await writeFile(join(folder, 'notes.txt'), 'mine')
  await writeFile(join(folder, `.${good}.json.0123456789ab`), 'a crash')
  assert.deepEqual(await reopen().read(), [[good, 'good']])
  const names = [`${torn}.json`, `${foreign}.json`, `${large}.json`, 'notes.txt']
  assert.deepEqual(unreadable.toSorted(), names.map((name) => join(folder, name)).toSorted())
  assert.equal((await readdir(folder)).length, 5)
})
