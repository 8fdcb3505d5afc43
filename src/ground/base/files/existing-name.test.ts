import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { existingName, existingNames } from './existing-name.ts'

const [NFC, NFD] = ['Übersicht.md'.normalize('NFC'), 'Übersicht.md'.normalize('NFD')]

test('a name is found in either Unicode form, the exact one first', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'hub-names-'))
  t.after(() => rm(folder, { recursive: true }))
  assert.equal(await existingName(folder, NFC), NFC)
  await writeFile(join(folder, NFD), '')
  assert.equal(await existingName(folder, NFC), NFD)
  await writeFile(join(folder, NFC), '')
  assert.deepEqual([await existingName(folder, NFC), await existingName(folder, NFD)], [NFC, NFD])
  const below = 'Ärger'.normalize('NFD')
  await mkdir(join(folder, below))
  assert.deepEqual(await existingNames(folder, [below.normalize('NFC'), NFC]), [below, NFC])
  assert.deepEqual(await existingNames(join(folder, 'none'), [NFC, 'a']), [NFC, 'a'])
})
