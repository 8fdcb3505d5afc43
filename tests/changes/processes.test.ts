import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { z } from 'zod'
import { defineTool } from '#core/agent/tools/define-tool.ts'
import { createChangeFlow } from '#features/changes/changes.ts'
import { createCallProposals } from '#features/changes/propose-call.ts'
import { openTestAccess, type TestAccess } from '../support/access.ts'
import { BACKENDS } from '../support/stores.ts'

const changesOf = ({ store, access, changes }: TestAccess) =>
  createChangeFlow({
    store,
    access,
    accessChanges: changes,
    clock: systemClock,
    newId,
    wordsOf: async (hub) => ({ hub, permission: (name) => name }),
    createAccount: () => assert.fail('no account was proposed'),
    scheduleWebChatSync: () => {},
    isDraining: async () => false,
    notifyOfCall: () => {},
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

test('the same call asked for twice at one moment is one request [changes.call.propose]', async (t) => {
  const [{ store, access }] = await openTestAccess(t, BACKENDS[0]!)
  const propose = createCallProposals({
    store,
    access,
    clock: systemClock,
    newId,
    hub: 'garden',
    linkTo: (id) => `/${id}`,
  })
  const tool = defineTool({
    name: 'send_letter',
    description: 'Sends a letter',
    input: z.object({ to: z.string() }),
    confirm: true,
    run: () => assert.fail('nobody confirmed it'),
  })
  const input = { to: 'Kim' }
  const caller = { email: 'ann@x.org', surface: 'chatapp', groups: [] }
  const call = { tool, inputValue: input, input, caller, chatId: 'c1', runId: null }
  const answers = await Promise.all([propose(call), propose(call), propose(call)])
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
  assert.equal((await store.db.selectFrom('change_requests').select('id').execute()).length, 1)
})
