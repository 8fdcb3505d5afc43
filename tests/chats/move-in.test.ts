import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { folderMemory } from '#core/agent/memory/folder-memory.ts'
import { moveMemoryIn, storeMemory } from '#cluster/chats/memory.ts'
import { explicitChat, scopeFolder } from '#core/chats/scope.ts'
import { systemClock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { chatsIn } from '../support/agent-chats.ts'
import { testClock } from '../support/clock.ts'
import { folderWith } from '../support/folder.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'
import { ann, bob, bytes, endedTurn, instancesOn } from './engines.ts'

for (const backend of BACKENDS) {
  const { kind, skip } = backend

  test(
    `chats of a folder go to a store on ${kind} with owners, files, types and history, once [chats.move-in]`,
    { skip },
    async (t) => {
      const folder = join(await folderWith(t, {}), '.chats')
      const before = await chatsIn(folder, testClock())
      const plans = await before.open(explicitChat('plans'), ann)
      await plans.files.save('page', bytes('<p>'), 'text/html')
      await plans.files.save('a.txt', bytes('one'))
      for (const id of ['t1', 't2']) await plans.recordTurn(endedTurn(id))
      const revoked = await plans.linkTo('a.txt')
      assert.ok(await before.revokeLinks('plans', ann))
      await before.filesAt('nobodys').save('b.txt', bytes('two')) // saved with the bridge key, before the chat has an owner
      const broken = await before.open(explicitChat('broken'), ann)
      await broken.files.save('c.txt', bytes('three'))
      await writeFile(join(folder, scopeFolder('broken'), 'chat.json'), '{"id":')

      const store = await openTestStore(t, backend)
      const { open, said } = instancesOn(t, store, join(folder, '../bytes'))
      await open(folder)
      assert.deepEqual(said.toSorted(), ['left', 'moved 2'])
      const elsewhere = await open(join(await folderWith(t, {}), '.chats'))
      const { files } = await elsewhere.open(explicitChat('plans'), ann)
      assert.deepEqual(await files.list(), [
        { filename: 'a.txt', size: 3, contentType: 'text/plain' },
        { filename: 'page', size: 3, contentType: 'text/html' },
      ])
      const query = new URLSearchParams(revoked.split('?')[1])
      assert.equal(await elsewhere.linkOpens({ segment: 'plans', filename: 'a.txt', query }), false)
      assert.match((await elsewhere.open(explicitChat('plans'), bob)).id, /^plans~/)
      assert.match((await elsewhere.open(explicitChat('broken'), bob)).id, /^broken~/)
      const left = join(folder, '.left', scopeFolder('broken'), 'files/c.txt')
      assert.equal(await readFile(left, 'utf8'), 'three')
      const nobodys = (await elsewhere.filesAt('nobodys').open('b.txt'))!
      assert.equal((await buffer(nobodys.read())).toString(), 'two')
      const rows = await store.db.selectFrom('chat_turns').select(['id', 'record']).orderBy('id').execute()
      assert.deepEqual(
        rows.map(({ record }) => JSON.parse(record)),
        [endedTurn('t1'), endedTurn('t2')],
      )

      await open(folder)
      assert.equal(said.length, 2, 'nothing is moved again')
    },
  )

  test(
    `if two instances gave one id to two people, each person keeps theirs in a store on ${kind} [chats.move-in]`,
    { skip },
    async (t) => {
      const store = await openTestStore(t, backend)
      const { open } = instancesOn(t, store, await folderWith(t, {}))
      const folders = await Promise.all([ann, bob].map(async () => join(await folderWith(t, {}), '.chats')))
      for (const [n, person] of [ann, bob].entries()) {
        const chats = await chatsIn(folders[n]!, testClock())
        const chat = await chats.open(explicitChat('plans'), person)
        await chat.files.save('mine.txt', bytes(person.email))
      }
      const [first, second] = [await open(folders[0]!), await open(folders[1]!)]
      for (const instance of [first, second])
        for (const person of [ann, bob]) {
          const { files } = await instance.open(explicitChat('plans'), person)
          const mine = (await files.open('mine.txt'))!
          assert.equal((await buffer(mine.read())).toString(), person.email)
          await files.pull()
          assert.equal(await readFile(join(files.folder, 'mine.txt'), 'utf8'), person.email)
        }
    },
  )

  test(
    `data without a known owner never becomes part of a person’s chat in a store on ${kind} [chats.move-in]`,
    { skip },
    async (t) => {
      const store = await openTestStore(t, backend)
      const { open } = instancesOn(t, store, await folderWith(t, {}))
      const elsewhere = await open(join(await folderWith(t, {}), '.chats'))
      await elsewhere.open(explicitChat('plans'), bob)
      const folder = join(await folderWith(t, {}), '.chats')
      const before = await chatsIn(folder, testClock())
      await (await before.open(explicitChat('plans'), ann)).files.save('a.txt', bytes('hers'))
      await writeFile(join(folder, scopeFolder('plans'), 'chat.json'), '')
      const { files } = await (await open(folder)).open(explicitChat('plans'), bob)
      await files.pull()
      assert.deepEqual(await files.list(), [])
    },
  )

  test(
    `notes about people go to a store on ${kind} and are theirs alone there [chats.move-in]`,
    { skip },
    async (t) => {
      const folder = join(await folderWith(t, {}), '.memory')
      const before = folderMemory({ folder, clock: systemClock, newId })
      for (const text of ['Likes short answers', 'Has a dog'])
        assert.ok((await before.save(ann.email, text)).ok)
      assert.ok((await before.save(bob.email, 'Has a cat')).ok)
      const [notes, bobs] = [await before.list(ann.email), await before.list(bob.email)]
      const store = await openTestStore(t, backend)
      for (let n = 0; n < 2; n++) await moveMemoryIn(folder, { hub: 'garden', store })
      const memory = storeMemory({ hub: 'garden', store, clock: systemClock, newId })
      assert.deepEqual(await memory.list(ann.email), notes)
      assert.deepEqual(await memory.list(bob.email), bobs)
      assert.deepEqual(await before.list(ann.email), [])
    },
  )
}
