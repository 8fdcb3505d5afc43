import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { createAccess } from '#core/access/access.ts'
import { CLI, openTestAccess } from '../support/access.ts'
import { testClock } from '../support/clock.ts'
import { BACKENDS } from '../support/stores.ts'

const slugs = (count: number) => Array.from({ length: count }, (_, n) => `hub-${n}`)
const USE = 'use_hub'
const MANAGE = 'manage_access'

function counter() {
  const count = { statements: 0 }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count.statements++
      return result
    },
  }
  return { count, plugin }
}

for (const backend of BACKENDS)
  test(
    `permissions on many Hubs equal those on each Hub, with no more queries than on few Hubs, on ${backend.kind} [access.many-hubs]`,
    { skip: backend.skip },
    async (t) => {
      const clock = testClock()
      const [{ access, store, changes }] = await openTestAccess(t, backend, { clock })
      const hubs = [...slugs(40), 'garden', 'attic', 'no-such']
      for (const [n, hub] of slugs(40).entries()) {
        await access.register(hub, n % 7 === 0 ? 'groups' : 'console')
        if (n % 2) await access.grant(CLI, { subject: 'bob@x.org', hub, permission: MANAGE })
        const ends = n % 3 === 0 ? clock.now() + 1000 : null
        if (n % 5) await access.grant(CLI, { subject: 'bob@x.org', hub, permission: USE, expiresAt: ends })
      }
      await access.grant(CLI, { subject: 'eve@x.org', hub: 'hub-1', permission: USE })
      await access.block(CLI, 'eve@x.org')
      const people = ['ann@x.org', 'bob@x.org', 'eve@x.org', 'nobody@x.org', null]

      const check = async () => {
        for (const email of people) {
          const each = await Promise.all(
            hubs.map(async (hub) => (await access.decide({ email }, hub, USE)).allowed && hub),
          )
          assert.deepEqual(
            [...(await access.allowedAmong({ email }, hubs, USE))],
            each.filter((hub) => hub !== false),
          )
          if (email === null) continue
          const among = await access.grantableAmong({ subject: email }, hubs)
          for (const hub of hubs)
            assert.deepEqual(
              among === 'all' ? 'all' : (among.get(hub) ?? []),
              await access.grantable({ subject: email }, hub),
            )
        }
      }
      await check()
      clock.advance(1000)
      await check()
      await access.grant(CLI, { subject: 'bob@x.org', hub: 'hub-0', permission: MANAGE })
      await access.unblock(CLI, 'eve@x.org')
      await check()

      const { count, plugin } = counter()
      const counted = createAccess({
        store: { ...store, db: store.db.withPlugin(plugin) },
        changes,
        clock,
      })
      const asked = async (of: readonly string[]) => {
        const before = count.statements
        await counted.managedHubs({ subject: 'bob@x.org' })
        await counted.allowedAmong({ email: 'bob@x.org' }, of, USE)
        await counted.grantableAmong({ subject: 'bob@x.org' }, of)
        return count.statements - before
      }
      await asked(hubs)
      assert.equal(await asked(hubs), await asked(hubs.slice(0, 2)))
    },
  )
