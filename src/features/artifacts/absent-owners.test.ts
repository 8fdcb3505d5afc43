import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAbsentOwners } from './deleted-owner-cache.ts'

const owner = (n: number) => ({ owner: `p${n}@x.org`, ownerId: `u${n}` })

test('a missing owner is left out until the account returns, and is checked once a minute [artifacts.list.gone]', async () => {
  let now = 0
  let asked = 0
  const active = new Set<string>()
  const absent = createAbsentOwners({
    clock: { now: () => now },
    isActive: async ({ ownerId }) => {
      asked++
      return active.has(ownerId)
    },
  })
  assert.deepEqual(await absent.known(), [])
  absent.note(owner(1))
  absent.note(owner(2))
  for (let n = 0; n < 5; n++) assert.deepEqual(await absent.known(), ['u1', 'u2'])
  assert.equal(asked, 2)
  active.add('u1')
  now += 60_000
  assert.deepEqual(await absent.known(), ['u2'])
  assert.deepEqual(await absent.known(), ['u2'])
  assert.equal(asked, 4)
})

test('so many that are gone that they fill no memory [artifacts.list.gone]', async () => {
  const absent = createAbsentOwners({ clock: { now: () => 0 }, isActive: async () => false })
  for (let n = 0; n < 1000; n++) absent.note(owner(n))
  const known = await absent.known()
  assert.deepEqual([known.length, known.at(-1)], [200, 'u999'])
})
