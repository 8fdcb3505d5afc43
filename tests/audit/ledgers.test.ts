import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { createToolDecisions, type ToolDecision, type ToolDecisions } from '#core/audit/tool-decisions.ts'
import { openStore, type Store } from '#ground/store/store.ts'
import { sql } from 'kysely'
import { BACKENDS, openTestStore, type Backend } from '../support/stores.ts'

const DECISION: ToolDecision = {
  at: 1_763_600_000_000,
  hub: 'garden',
  subject: 'ann@x.org',
  tool: 'send_invoice',
  capability: 'send_invoices',
  outcome: 'allowed',
  surface: 'chatapp',
  reason: 'direct',
  grant: { hub: 'garden', revision: 3 },
  chat_id: 'c1',
  run_id: null,
  revision: 3,
}

async function recorded(
  t: TestContext,
  backend: Backend,
  count: number,
  of: (n: number) => Partial<ToolDecision> = () => ({}),
): Promise<{ store: Store; decisions: ToolDecisions }> {
  const store = await openTestStore(t, backend)
  const decisions = createToolDecisions(store)
  await Promise.all(
    Array.from({ length: count }, (_, n) => decisions.record({ ...DECISION, at: DECISION.at + n, ...of(n) })),
  )
  return { store, decisions }
}

const verdictOf = async (decisions: ToolDecisions) => {
  const verdict = await decisions.verify()
  return verdict.intact ? 'intact' : `${verdict.tampering} at ${verdict.seq}`
}

for (const backend of BACKENDS)
  describe(`audit ledgers on ${backend.kind}`, { skip: backend.skip }, () => {
    for (const [what, statements, expected] of [
      ['a changed row', ["update tool_decisions set outcome = 'denied' where seq = 5"], 'changed at 5'],
      ['a changed number', ['update tool_decisions set at_ms = at_ms + 1 where seq = 5'], 'changed at 5'],
      [
        'a row that lost a value',
        ['update tool_decisions set "grant" = null where seq = 12'],
        'changed at 12',
      ],
      ['a removed row', ['delete from tool_decisions where seq = 5'], 'removed at 5'],
      ['a removed first row', ['delete from tool_decisions where seq = 1'], 'removed at 1'],
      [
        'a removed row whose gap was closed',
        [
          'delete from tool_decisions where seq = 5',
          'update tool_decisions set seq = seq + 100 where seq > 5',
          'update tool_decisions set seq = seq - 101 where seq > 100',
        ],
        'changed at 4',
      ],
      [
        'two rows that changed places',
        [
          'update tool_decisions set seq = 100 where seq = 5',
          'update tool_decisions set seq = 5 where seq = 6',
          'update tool_decisions set seq = 6 where seq = 100',
        ],
        'reordered at 5',
      ],
      ['a truncated tail', ['delete from tool_decisions where seq > 9'], 'truncated at 10'],
      ['everything removed', ['delete from tool_decisions'], 'truncated at 1'],
      [
        'a row from nowhere',
        [
          `insert into tool_decisions select 13, at_ms, hub, subject, tool, capability, outcome, surface, reason, "grant",
           chat_id, run_id, revision, hash, hash from tool_decisions where seq = 12`,
        ],
        'added at 13',
      ],
      [
        'a head that says less',
        ["update audit_heads set count = 11 where ledger = 'tool_decisions'"],
        'changed at 11',
      ],
    ] as const)
      test(`${what} is found and named [audit.tampering]`, async (t) => {
        const { store, decisions } = await recorded(t, backend, 12)
        assert.equal(await verdictOf(decisions), 'intact')
        for (const statement of statements) await sql.raw(statement).execute(store.db)
        assert.equal(await verdictOf(decisions), expected)
      })

    test('a long ledger is followed to its end, page by page [audit.verify]', async (t) => {
      const { store, decisions } = await recorded(t, backend, 2500)
      assert.equal(await verdictOf(decisions), 'intact')
      await store.db.deleteFrom('tool_decisions').where('seq', '=', 2500).execute()
      assert.equal(await verdictOf(decisions), 'truncated at 2500')
    })

    test('texts with NUL, half characters and every quote are read back and verified [audit.text]', async (t) => {
      const odd = 'a\0b \ud800 "\'\\ \u{1f331}'
      const { decisions } = await recorded(t, backend, 1, () => ({ reason: odd, grant: { subject: odd } }))
      assert.equal(await verdictOf(decisions), 'intact')
      const { items } = await decisions.list({}, { limit: 1, offset: 0 })
      assert.equal(items[0]!.reason, 'ab \ufffd "\'\\ \u{1f331}')
    })

    test('writers in four processes make one chain without gaps [audit.writers]', async (t) => {
      const location = await backend.locate(t)
      const stores = await Promise.all([1, 2, 3, 4].map(() => openStore(location)))
      t.after(() => Promise.all(stores.map((store) => store[Symbol.asyncDispose]())))
      const ledgers = stores.map(createToolDecisions)
      await Promise.all(
        Array.from({ length: 400 }, async (_, n) => {
          if (n % 3) await new Promise((resolve) => setImmediate(resolve))
          await ledgers[n % 4]!.record({ ...DECISION, chat_id: `c${n}` })
        }),
      )
      const verdict = await ledgers[0]!.verify()
      assert.deepEqual([verdict.intact, verdict.rows], [true, 400])
      const all = await Array.fromAsync(ledgers[1]!.stream({}))
      assert.equal(new Set(all.map(({ chat_id }) => chat_id)).size, 400)
    })

    test('decisions of one moment share a transaction, and each resolves only after it [audit.group-commit]', async (t) => {
      const store = await openTestStore(t, backend)
      let transactions = 0
      let committed = 0
      const decisions = createToolDecisions({
        db: store.db,
        kind: store.kind,
        async transaction(work) {
          transactions++
          const result = await store.transaction(work)
          committed++
          return result
        },
      })
      await Promise.all(
        Array.from({ length: 300 }, async () => {
          await decisions.record(DECISION)
          assert.equal(committed, 1)
        }),
      )
      assert.equal(transactions, 1)
    })

    test('a decision that can’t be committed rejects, and the next is recorded [audit.group-commit]', async (t) => {
      const store = await openTestStore(t, backend)
      let broken = true
      const decisions = createToolDecisions({
        db: store.db,
        kind: store.kind,
        transaction: async (work) => {
          if (broken) throw new Error('disk full')
          return store.transaction(work)
        },
      })
      const outcomes = await Promise.allSettled([decisions.record(DECISION), decisions.record(DECISION)])
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['rejected', 'rejected'],
      )
      broken = false
      await decisions.record(DECISION)
      assert.equal((await decisions.verify()).rows, 1)
    })

    test('every filter gives its rows, newest first, with their number [audit.list]', async (t) => {
      const { decisions } = await recorded(t, backend, 60, (n) => ({
        hub: ['garden', 'kitchen', 'attic'][n % 3]!,
        subject: n % 2 ? 'ann@x.org' : 'bob@x.org',
        outcome: n % 5 ? 'allowed' : 'denied',
        tool: `tool${n % 4}`,
        surface: n % 6 ? 'chatapp' : 'mcp',
        at: DECISION.at + (n % 10),
      }))
      const everything = await decisions.list({}, { limit: 200, offset: 0 })
      const sorted = everything.items.toSorted((a, b) => b.at - a.at || b.seq - a.seq)
      assert.deepEqual(everything.items, sorted)
      assert.deepEqual([everything.total, everything.totalIsExact, everything.items.length], [60, true, 60])
      const since = DECISION.at + 3
      for (const [filter, passes] of [
        [{ hub: 'garden' }, (d) => d.hub === 'garden'],
        [{ hub: ['garden', 'attic'] }, (d) => d.hub !== 'kitchen'],
        [{ hub: [] }, () => false],
        [
          { user: 'ann@x.org', outcome: 'denied' },
          (d) => d.subject === 'ann@x.org' && d.outcome === 'denied',
        ],
        [{ tool: 'tool1', surface: 'mcp' }, (d) => d.tool === 'tool1' && d.surface === 'mcp'],
        [{ since, until: since + 2 }, (d) => d.at >= since && d.at < since + 2],
        [{ hub: ['garden', 'attic'], since }, (d) => d.hub !== 'kitchen' && d.at >= since],
        [{ since: since + 2, until: since }, () => false],
        [{ tool: "' or 1=1 --" }, () => false],
      ] as [Parameters<ToolDecisions['list']>[0], (decision: ToolDecision) => boolean][]) {
        const expected = sorted.filter(passes)
        const about = JSON.stringify(filter)
        for (const offsets of [[0, 7, 14, 21, 28, 35, 42], [14], [200]])
          for (const offset of offsets) {
            const page = await decisions.list(filter, { limit: 7, offset })
            assert.deepEqual(page.items, expected.slice(offset, offset + 7), `${about} from ${offset}`)
            assert.deepEqual([page.total, page.totalIsExact], [expected.length, true], about)
          }
        assert.deepEqual(await Array.fromAsync(decisions.stream(filter)), expected, about)
      }
    })

    test('a page far behind of a list over several Hubs is the one that reading up to it gives [audit.paging]', async (t) => {
      const { decisions } = await recorded(t, backend, 2400, (n) => ({
        hub: ['garden', 'kitchen', 'attic'][n % 3]!,
        at: DECISION.at + (n % 700),
      }))
      const filter = { hub: ['garden', 'attic'], tool: DECISION.tool }
      const whole = await Array.fromAsync(decisions.stream(filter))
      assert.equal(whole.length, 1600)
      for (const offset of [999, 1000, 1001, 1595, 1600, 1_000_000])
        assert.deepEqual(
          (await decisions.list(filter, { limit: 10, offset })).items,
          whole.slice(offset, offset + 10),
          `from ${offset}`,
        )
    })

    test('new rows shift no row for a reader of pages [audit.paging]', async (t) => {
      const { decisions } = await recorded(t, backend, 30)
      const before = (await decisions.list({}, { limit: 30, offset: 0 })).items
      const read = []
      for (const offset of [0, 10, 20]) {
        read.push(...(await decisions.list({}, { limit: 10, offset })).items)
        await decisions.record({ ...DECISION, at: DECISION.at + 1000 + offset })
      }
      assert.deepEqual(read, before)
      assert.equal((await decisions.list({}, { limit: 1, offset: 0 })).items[0]!.at, DECISION.at + 1020)
    })

    test('every list reads an index in its order, never the whole table [audit.indexes]', async (t) => {
      const { store } = await recorded(t, backend, 1)
      const ordered = 'order by at_ms desc, seq desc limit 50'
      for (const column of ['hub', 'subject', 'outcome', 'tool', 'surface', null]) {
        const where = column ? `where ${column} = 'x'` : ''
        const plan = await explain(store, `select * from tool_decisions ${where} ${ordered}`)
        assert.match(plan, new RegExp(`tool_decisions_by_${column ? `${column}_` : ''}at_ms_seq`), plan)
        assert.doesNotMatch(plan, /TEMP B-TREE|Sort|Seq Scan/i, plan)
      }
      for (const column of ['hub', 'subject', 'actor', 'action']) {
        const plan = await explain(store, `select * from access_changes where ${column} = 'x' ${ordered}`)
        assert.match(plan, new RegExp(`access_changes_by_${column}_at_ms_seq`), plan)
      }
    })
  })

async function explain(store: Store, statement: string): Promise<string> {
  if (store.kind === 'sqlite') {
    const { rows } = await sql.raw<{ detail: string }>(`explain query plan ${statement}`).execute(store.db)
    return rows.map(({ detail }) => detail).join('\n')
  }
  // Postgres would scan or sort such a small table. With these plans disabled, the result shows whether an index
  // provides the order.
  return store.transaction(async (tx) => {
    for (const way of ['seqscan', 'bitmapscan', 'sort'])
      await sql.raw(`set local enable_${way} = off`).execute(tx)
    const { rows } = await sql.raw<Record<string, string>>(`explain ${statement}`).execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}
