import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { writeFileDurably } from './durable-file.ts'

test('a file is written, replaced as a whole, and nothing else is left in its folder', async (t) => {
  const folder = await temporaryFolder(t)
  const path = join(folder, 'note.txt')
  await writeFileDurably(path, 'a longer first version')
  await writeFileDurably(path, new TextEncoder().encode('second'))
  assert.equal(await readFile(path, 'utf8'), 'second')
  assert.deepEqual(await readdir(folder), ['note.txt'])
})

test('a new file is private unless told otherwise', async (t) => {
  const folder = await temporaryFolder(t)
  await writeFileDurably(join(folder, 'secret'), '')
  await writeFileDurably(join(folder, 'shared'), '', 0o640)
  assert.equal((await stat(join(folder, 'secret'))).mode & 0o777, 0o600)
  assert.equal((await stat(join(folder, 'shared'))).mode & 0o777, 0o640)
})

test('a write that fails leaves the old file and no half one', async (t) => {
  const folder = await temporaryFolder(t)
  await mkdir(join(folder, 'in the way'))
  await assert.rejects(writeFileDurably(join(folder, 'in the way'), 'text'), { code: 'EISDIR' })
  assert.deepEqual(await readdir(folder), ['in the way'])
})

test('writers of the same file at the same time leave the whole text of one', async (t) => {
  const folder = await temporaryFolder(t)
  const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(100_000))
  await Promise.all(texts.map((text) => writeFileDurably(join(folder, 'note.txt'), text)))
  assert.ok(texts.includes(await readFile(join(folder, 'note.txt'), 'utf8')))
  assert.deepEqual(await readdir(folder), ['note.txt'])
})

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-durable-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}
