import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '#base/clock.ts'
import { newId } from '#base/ids.ts'
import { createChanges } from '#changes/changes.ts'
import { openTestAccess, type TestAccess } from '../support/access.ts'
import { BACKENDS } from '../support/stores.ts'

const changesOf = ({ store, access, changes }: TestAccess) =>
  createChanges({
    store,
    access,
    accessChanges: changes,
    clock: systemClock,
    newId,
    createAccount: () => assert.fail('no account was proposed'),
    noteChange: () => {},
  })

for (const backend of BACKENDS)
  test(
    `processes that confirm one plan at once apply it once, on ${backend.kind} [changes.once]`,
    { skip: backend.skip },
    async (t) => {
      const processes = await openTestAccess(t, backend, { processes: 3 })
      const all = processes.map(changesOf)
      const proposer = 'ann@x.org'
      for (let round = 0; round < 10; round++) {
        const subject = `person${round}@x.org`
        const proposed = await all[0]!.proposeAccess(proposer, {
          subject,
          hub: 'garden',
          operations: [{ action: 'grant', permission: 'use_hub' }],
        })
        assert.ok(proposed.ok)
        const { id, planHash } = proposed.value
        const answers = await Promise.all(all.map((changes) => changes.confirm(proposer, id, { planHash })))
        assert.ok(answers.some(({ ok }) => ok))
        const { total } = await processes[0].changes.list({ user: subject }, { limit: 10, offset: 0 })
        assert.equal(total, 1)
        const read = await all[1]!.find(id, proposer)
        assert.equal(read.ok && read.value.state, 'confirmed')
        assert.equal(read.ok && read.value.result?.outcome, 'applied')
      }
    },
  )
