import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, symlink, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import fc from 'fast-check'
import type { FileFolder } from '#core/chats/files.ts'
import { explicitChat } from '#core/chats/scope.ts'
import { folderWith } from '../support/folder.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'
import { ann, bytes, instancesOn } from './engines.ts'

const sqlite = BACKENDS.find(({ kind }) => kind === 'sqlite')!

async function twoInstances(t: TestContext) {
  const store = await openTestStore(t, sqlite)
  const bytesIn = await folderWith(t, {})
  const { open } = instancesOn(t, store, bytesIn)
  const at = async () => (await open(join(await folderWith(t, {}), '.chats'))).open(explicitChat('c'), ann)
  return { one: await at(), other: await at(), bytesIn, store }
}

const contentsOf = async ({ folder }: FileFolder): Promise<Record<string, string>> => {
  const names = await readdir(folder).catch(() => [])
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  )
}

const kept = async (files: FileFolder): Promise<Record<string, string>> => {
  const names = (await files.list()).map(({ filename }) => filename)
  return Object.fromEntries(
    await Promise.all(
      names.map(async (name) => {
        const opened = (await files.open(name))!
        return [name, (await buffer(opened.read())).toString()] as const
      }),
    ),
  )
}

test('an instance sees the files that another instance saved, changed and deleted [chats.machines]', async (t) => {
  const { one, other } = await twoInstances(t)
  await one.files.save('plan.txt', bytes('sow'))
  await other.files.pull()
  assert.deepEqual(await contentsOf(other.files), { 'plan.txt': 'sow' })
  await writeFile(join(other.files.folder, 'plan.txt'), 'sow and water')
  await writeFile(join(other.files.folder, 'made.csv'), 'a,b')
  await other.files.push()
  await one.files.pull()
  assert.deepEqual(await contentsOf(one.files), { 'made.csv': 'a,b', 'plan.txt': 'sow and water' })
  await unlink(join(one.files.folder, 'made.csv'))
  await one.files.push()
  await other.files.pull()
  assert.deepEqual(await contentsOf(other.files), { 'plan.txt': 'sow and water' })
})

test('after changes of a file at two instances, both contents stay, and no instance deletes the other’s change [chats.machines]', async (t) => {
  const { one, other } = await twoInstances(t)
  for (const name of ['both.txt', 'gone.txt']) await one.files.save(name, bytes('first'))
  await other.files.pull()
  await writeFile(join(one.files.folder, 'both.txt'), 'by the one')
  await writeFile(join(other.files.folder, 'both.txt'), 'by the other')
  await unlink(join(one.files.folder, 'gone.txt'))
  await writeFile(join(other.files.folder, 'gone.txt'), 'changed')
  await other.files.push()
  for (const { files } of [one, other]) await files.pull()
  const all = { 'both-2.txt': 'by the one', 'both.txt': 'by the other', 'gone.txt': 'changed' }
  assert.deepEqual(await contentsOf(one.files), all)
  assert.deepEqual(await contentsOf(other.files), all)
  assert.deepEqual(await kept(one.files), all)
})

test('a folder that was taken away is no deletion, and comes again [chats.machines]', async (t) => {
  const { one } = await twoInstances(t)
  await one.files.save('a.txt', bytes('one'))
  await one.files.pull()
  await rm(one.files.folder, { recursive: true })
  await one.files.pull()
  assert.deepEqual(await contentsOf(one.files), { 'a.txt': 'one' })
})

test('links and hidden files are not shared, and a link in place of a file leads nowhere [chats.machines]', async (t) => {
  const { one, other } = await twoInstances(t)
  const outside = await folderWith(t, { secret: 'a secret' })
  await one.files.save('a.txt', bytes('one'))
  await one.files.pull()
  await symlink(join(outside, 'secret'), join(one.files.folder, 'linked.txt'))
  await symlink(outside, join(one.files.folder, 'folder'))
  await writeFile(join(one.files.folder, '.hidden'), 'x')
  await one.files.push()
  assert.deepEqual(await kept(other.files), { 'a.txt': 'one' })
  await other.files.pull()
  await symlink(join(outside, 'secret'), join(other.files.folder, 'b.txt'))
  await one.files.save('b.txt', bytes('two'))
  await other.files.pull()
  assert.equal(await readFile(join(outside, 'secret'), 'utf8'), 'a secret')
  assert.equal(await readFile(join(other.files.folder, 'b.txt'), 'utf8'), 'two')
})

test('a link in place of the folder leads nowhere: nothing is read or written there [chats.machines]', async (t) => {
  for (const level of ['.', '..']) {
    const { one, other } = await twoInstances(t)
    const outside = await folderWith(t, { secret: 'a secret', 'files/secret': 'a secret' })
    await one.files.save('a.txt', bytes('one'))
    const place = join(one.files.folder, level)
    await rm(place, { recursive: true })
    await symlink(outside, place)
    await one.files.push()
    assert.deepEqual(await kept(other.files), { 'a.txt': 'one' })
    await one.files.pull()
    assert.deepEqual(await contentsOf(one.files), { 'a.txt': 'one' })
    await rm(place, { recursive: true })
    await symlink(outside, place)
    await one.files.save('b.txt', bytes('two'))
    assert.deepEqual(await kept(other.files), { 'a.txt': 'one', 'b.txt': 'two' })
    assert.deepEqual((await readdir(outside, { recursive: true })).toSorted(), [
      'files',
      'files/secret',
      'secret',
    ])
  }
})

test('missing and changed contents are reported, and nothing replaces them [chats.machines]', async (t) => {
  const { one, other, bytesIn } = await twoInstances(t)
  await one.files.save('a.txt', bytes('one'))
  const hash = createHash('sha256').update('one').digest('hex')
  const path = join(bytesIn, hash.slice(0, 2), hash)
  await writeFile(path, 'another')
  await assert.rejects(other.files.pull(), { name: 'BlobDamaged' })
  await unlink(path)
  await assert.rejects(other.files.pull(), { name: 'BlobStorageUnavailable' })
  assert.deepEqual(await contentsOf(other.files), {})
})

const name = fc.constantFrom('a.txt', 'b.txt', 'c.txt')
const act = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), name }),
  fc.record({ kind: fc.constant('delete' as const), name }),
  fc.record({ kind: fc.constantFrom('pull' as const, 'push' as const), name }),
)

test('for any acts, two instances reach the same files, and lose nothing that was written since they met [chats.machines]', async (t) => {
  const store = await openTestStore(t, sqlite)
  const bytesIn = await folderWith(t, {})
  const { open } = instancesOn(t, store, bytesIn)
  const instances = [
    await open(join(await folderWith(t, {}), '.chats')),
    await open(join(await folderWith(t, {}), '.chats')),
  ] as const
  let chat = 0
  let content = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(1), act), { maxLength: 14 }), async (acts) => {
      const id = explicitChat(`c${chat++}`)
      const folders = await Promise.all(instances.map(async (one) => (await one.open(id, ann)).files))
      await folders[0]!.save('a.txt', bytes('first'))
      await Promise.all(folders.map((files) => files.pull()))
      const written = folders.map(() => new Map<string, string>())
      for (const [n, { kind, name }] of acts) {
        const files = folders[n]!
        if (kind === 'write') {
          written[n]!.set(name, `content ${content++}`)
          await writeFile(join(files.folder, name), written[n]!.get(name)!)
        } else if (kind === 'delete') {
          written[n]!.delete(name)
          await rm(join(files.folder, name), { force: true })
        } else {
          written[n]!.clear()
          await files[kind]()
        }
      }
      for (const files of [...folders, ...folders]) await files.pull()
      const all = await kept(folders[0]!)
      for (const files of folders) assert.deepEqual(await contentsOf(files), all)
      for (const since of written)
        for (const text of since.values()) assert.ok(Object.values(all).includes(text), text)
    }),
    { numRuns: 60 },
  )
})
