import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createDigests } from './digests.ts'
import { fileFolder } from './files.ts'

test('many files of one name are each compared once, also when all of them come again', async () => {
  const chatFolder = await mkdtemp(join(tmpdir(), 'files-'))
  const digests = createDigests()
  let compared = 0
  const opened = () =>
    fileFolder({
      chatFolder,
      incomingFolder: join(chatFolder, '.incoming'),
      digests: { of: (path) => (compared++, digests.of(path)) },
    })
  const save = async (files: ReturnType<typeof fileFolder>, count: number) => {
    const names: string[] = []
    for (let n = 1; n <= count; n++)
      names.push((await files.save('page.png', Buffer.from(`picture ${n}`), 'image/png')).filename)
    return names
  }
  const first = await save(opened(), 40)
  assert.deepEqual(first.slice(0, 3), ['page.png', 'page-2.png', 'page-3.png'])
  assert.equal(new Set(first).size, 40)
  const again = opened()
  assert.deepEqual(await save(again, 40), first)
  assert.deepEqual(await save(again, 41), [...first, 'page-41.png'])
  assert.ok(compared < 40 * 7, `${compared} comparisons`)
})
