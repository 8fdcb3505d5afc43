import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restrictedTools } from '#core/agent/tools/restricted.ts'
import { createToolDecisions } from '#core/audit/tool-decisions.ts'
import { systemClock } from '#ground/base/clock.ts'
import { defineTool, z } from '../../src/index.ts'
import { openTestAccess } from '../support/access.ts'
import { startTestAgent } from '../support/agent.ts'
import { BACKENDS } from '../support/stores.ts'
import { says, startUpstream } from '../support/upstream.ts'

const guarded = defineTool({
  name: 'guarded',
  description: 'Restricted',
  input: z.object({}),
  restricted: { capability: 'send_invoices', label: 'Send invoices', group: 'Money' },
  run: (_, { caller }) => `ran for ${caller.email}`,
})
const cli = { actor: { system: 'cli' as const } }

for (const backend of BACKENDS)
  test(
    `a restricted tool is listed to and run for those with its capability, and each use is recorded with its run, on ${backend.kind} [agent.tools.restricted]`,
    { skip: backend.skip },
    async (t) => {
      const [{ store, access }] = await openTestAccess(t, backend)
      const decisions = createToolDecisions(store)
      await using upstream = await startUpstream()
      const deps = restrictedTools({ access, decisions, hub: 'garden', clock: systemClock })
      const listing = await startTestAgent(t, { upstream: upstream.url, tools: [guarded], deps })
      const agent = await startTestAgent(t, { tools: [guarded], deps })
      const caller = (email: string | null, surface = 'chatapp') => ({
        caller: { email, surface, groups: [] },
      })
      const listed = async (email: string | null) => {
        upstream.script(says('ok'))
        await listing.run('hi', caller(email))
        return upstream.requests.at(-1)?.body.tools?.map((tool) => tool.function.name) ?? []
      }
      for (const email of ['ada@x.org', 'svc:robot', null]) assert.deepEqual(await listed(email), [])
      assert.match(
        (await agent.run('/tool guarded', caller('ada@x.org'))).text,
        /needs the capability “Send invoices”/,
      )
      assert.match(
        (await agent.run('/tool guarded', caller(null))).text,
        /no person is signed in for this request/,
      )

      for (const subject of ['ada@x.org', 'svc:robot'])
        await access.grant(cli, { subject, hub: 'garden', permission: 'send_invoices' })
      for (const email of ['ada@x.org', 'svc:robot']) assert.deepEqual(await listed(email), ['guarded'])
      for (const surface of ['chatapp', 'api', 'mcp', 'terminal'])
        assert.equal(
          (await agent.run('/tool guarded', caller('ada@x.org', surface))).text,
          'ran for ada@x.org',
        )
      await agent.run('/tool guarded', {
        ...caller('svc:robot', 'schedule'),
        runId: 'md:bill:1',
        addedTools: ['guarded'],
      })

      const { items } = await decisions.list({}, { limit: 50, offset: 0 })
      assert.deepEqual(
        items.map(({ subject, surface, outcome, run_id }) => [subject, surface, outcome, run_id]),
        [
          ['svc:robot', 'schedule', 'allowed', 'md:bill:1'],
          ['ada@x.org', 'terminal', 'allowed', null],
          ['ada@x.org', 'mcp', 'allowed', null],
          ['ada@x.org', 'api', 'allowed', null],
          ['ada@x.org', 'chatapp', 'allowed', null],
          [null, 'chatapp', 'denied', null],
          ['ada@x.org', 'chatapp', 'denied', null],
        ],
      )

      const asked = { server: 'desk', action: 'decline' } as const
      const place = { chatId: 'chat', runId: null }
      await deps.recordQuestion(guarded, caller('ada@x.org').caller, place, asked)
      const newest = (await decisions.list({}, { limit: 1, offset: 0 })).items[0]!
      assert.deepEqual(
        [newest.tool, newest.subject, newest.outcome, newest.reason],
        ['guarded', 'ada@x.org', 'allowed', 'question_decline'],
      )
    },
  )
