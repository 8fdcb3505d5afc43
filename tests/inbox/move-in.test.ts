import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStoreInbox } from '#cluster/inbox/inbox.ts'
import { storeInboxes } from '#cluster/inbox/inboxes.ts'
import { moveInboxIn } from '#cluster/inbox/move-in.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'
import { delivery, inboxOf } from './support.ts'
import { createOwnNotifications } from '../support/notifications.ts'

for (const backend of BACKENDS)
  test(
    `the events of a folder move into the store once, with the markers of duplicates, on ${backend.kind} [inbox.move-in]`,
    { skip: backend.skip },
    async (t) => {
      const store = await openTestStore(t, backend)
      const {
        folder: hubFolder,
        clock,
        stored,
        inboxes: before,
      } = await inboxOf(t, { journalBytes: 1 << 20 })
      const sent = []
      for (const [id, body] of [
        ['a', '1'],
        ['b', '2'],
        ['c', '3'],
        [null, '"no id"'],
      ] as const) {
        const one = await before.store('webhook', delivery(body, id))
        assert.equal(one.outcome, 'stored')
        sent.push(one.outcome === 'stored' ? one.event : '')
      }
      await stored.move([sent[0]!], 'pending', 'processed')
      await stored.move([sent[1]!], 'pending', 'quarantined')
      const content = await stored.read('pending', sent[2]!)
      writeFileSync(join(stored.folderOf('pending'), 'odd.json'), Buffer.from([0xff, 0xfe, 0]))
      await before[Symbol.asyncDispose]()

      const reported = { moved: 0, left: [] as string[] }
      const events = {
        eventsRestored: () => {},
        eventsMovedIn: ({ count }: { count: number }) => void (reported.moved += count),
        eventNotMoved: ({ file }: { file: string }) => void reported.left.push(file),
      }
      const deps = { hub: 'garden', hubFolder, store, clock, oldEndpoint: 'webhook', events }
      await Promise.all([moveInboxIn(deps), moveInboxIn(deps)])
      await moveInboxIn(deps)

      const now = storeInboxes({
        hub: 'garden',
        hubFolder,
        store,
        clock,
        notifications: createOwnNotifications(),
      }).of('webhook')
      assert.deepEqual(await now.list('pending'), sent.slice(2))
      assert.deepEqual(await now.list('quarantined'), [sent[1]])
      assert.deepEqual(await now.read('pending', sent[2]!), content)
      assert.ok(!existsSync(join(stored.folderOf('pending'), sent[2]!)))
      assert.ok(readFileSync(join(stored.folderOf('processed'), sent[0]!)), 'history stays')
      assert.deepEqual([...new Set(reported.left)], [join(stored.folderOf('pending'), 'odd.json')])
      assert.ok(reported.moved >= 3)

      await using inbox = openStoreInbox({
        hub: 'garden',
        store,
        clock,
        notifications: createOwnNotifications(),
        movedIn: () => moveInboxIn(deps),
      })
      for (const [id, body] of [
        ['a', '1'],
        ['b', 'x'],
        [null, '"no id"'],
      ] as const)
        assert.equal((await inbox.store('webhook', delivery(body, id))).outcome, 'duplicate')
      assert.equal((await inbox.store('webhook', delivery('5', 'e'))).outcome, 'stored')
    },
  )
