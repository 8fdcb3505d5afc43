import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openKnowledge } from '#features/knowledge/open.ts'
import type { ToolContext } from '#core/agent/tools/tool.ts'
import { restrictedTools } from '#core/agent/tools/restricted.ts'
import { createToolDecisions } from '#core/audit/tool-decisions.ts'
import { createAccess } from '#core/access/access.ts'
import { createAccessChanges } from '#core/audit/access-changes.ts'
import { systemClock } from '#ground/base/clock.ts'
import { createLog } from '#ground/base/log.ts'
import { folderWith } from '../support/folder.ts'
import { BACKENDS, openTestStore, type Backend } from '../support/stores.ts'

async function start(t: TestContext, backend: Backend) {
  const hubFolder = await folderWith(t, {
    'files/open.md': 'The salary is paid monthly.',
    'restricted/read_salaries/table.md': 'The salary of the gardener is 40,000.',
    'restricted/No Capability/table.md': 'The salary of nobody.',
  })
  const store = await openTestStore(t, backend)
  const changes = createAccessChanges(store)
  const access = createAccess({
    store,
    changes,
    clock: systemClock,
    capabilitiesOf: async () => ['read_salaries'],
  })
  await access.register('garden', 'console')
  await access.bootstrap('ann@x.org')
  const grant = { subject: 'bo@x.org', hub: 'garden', permission: 'read_salaries' }
  const context = { actor: { system: 'cli' as const } }
  const decisions = createToolDecisions(store)
  const restricted = restrictedTools({ access, decisions, hub: 'garden', clock: systemClock })
  const log = createLog('knowledge', 'error')
  const knowledge = await openKnowledge({
    hub: 'garden',
    hubFolder,
    instance: 'one',
    store,
    restricted,
    clock: systemClock,
    log,
  })
  t.after(() => knowledge[Symbol.asyncDispose]())
  await knowledge.compare()
  const search = async (email: string | null, input: object) => {
    const [tool] = knowledge.tools
    const parsed = tool!.parse(input)
    assert.ok(parsed.ok)
    const caller = { email, surface: 'chatapp' } as ToolContext['caller']
    const ctx = { caller, chatId: 'c1', source: () => {} } as unknown as ToolContext
    return String(await tool!.run(parsed.value, ctx))
  }
  const recorded = async () =>
    (await store.db.selectFrom('tool_decisions').selectAll().execute()).map((row) => {
      const { subject, outcome, tool, capability } = row as unknown as Record<string, string>
      return [subject, tool, capability, outcome].join(' ')
    })
  return {
    hubFolder,
    knowledge,
    search,
    recorded,
    grant: () => access.grant(context, grant),
    revoke: () => access.revoke(context, grant),
  }
}

for (const backend of BACKENDS) {
  const { kind, skip } = backend
  test(
    `restricted files are found only with their capability, at each search (${kind}) [knowledge.access]`,
    { skip },
    async (t) => {
      const { search, recorded, grant, revoke } = await start(t, backend)
      const salary = { query: 'salary' }
      assert.match(await search('bo@x.org', salary), /^files\/open\.md:1-1\n[^\n]+$/)
      assert.deepEqual(await recorded(), [], 'a search that returns no restricted passage is not recorded')
      assert.ok((await grant()).ok)
      const found = await search('bo@x.org', salary)
      assert.match(found, /restricted\/read_salaries\/table\.md:1-1/)
      assert.doesNotMatch(found, /nobody/)
      assert.deepEqual(await recorded(), ['bo@x.org search_knowledge read_salaries allowed'])
      for (const other of ['cy@x.org', null])
        assert.doesNotMatch(await search(other, salary), /gardener|nobody/)
      await assert.rejects(
        search('cy@x.org', { ...salary, folder: 'restricted/read_salaries' }),
        /needs the capability “read_salaries”/,
      )
      assert.deepEqual((await recorded()).slice(1), ['cy@x.org search_knowledge read_salaries denied'])
      assert.doesNotMatch(await search('ann@x.org', { ...salary, folder: 'restricted' }), /gardener/)
      assert.ok((await revoke()).ok)
      assert.doesNotMatch(await search('bo@x.org', salary), /gardener/)
    },
  )
}

test('administrators can grant the capability of a new folder, and a wrong name is a problem [knowledge.access]', async (t) => {
  const { hubFolder, knowledge } = await start(t, BACKENDS[0]!)
  let changes = 0
  knowledge.onChange(() => changes++)
  await mkdir(join(hubFolder, 'restricted/read_plans'))
  await writeFile(join(hubFolder, 'restricted/read_plans/a.md'), 'plan')
  await knowledge.compare()
  await knowledge.compare()
  assert.equal(changes, 1)
  assert.deepEqual(
    knowledge.source.awaited!().map(({ restricted }) => restricted!.capability),
    ['read_plans', 'read_salaries'],
  )
  assert.deepEqual(
    knowledge.source.problems().map(({ file }) => file),
    ['restricted/No Capability'],
  )
})
