import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { accountRow, answers, startScriptedChatapp } from './support/scripted-chatapp.ts'

type Row = ReturnType<typeof accountRow>

type Change = { kind: 'add'; createdAt: number } | { kind: 'remove'; at: number }

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), createdAt: fc.integer({ min: 0, max: 6 }) }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(200) }),
)

function changingChatapp(count: number, changes: readonly Change[][]) {
  const rows: Row[] = Array.from({ length: count }, (_, n) => accountRow(`p${n}`, n % 5))
  const throughout = new Set(rows.map(({ id }) => id))
  const removed = new Set<string>()
  let requests = 0
  const listener: RequestListener = (request, response) => {
    for (const next of changes[requests] ?? [])
      if (next.kind === 'add') rows.push(accountRow(`new${requests}-${rows.length}`, next.createdAt))
      else {
        const [gone] = rows.splice(next.at % Math.max(1, rows.length), 1)
        if (gone) removed.add(gone.id)
      }
    requests++
    const url = new URL(request.url!, 'http://x')
    const reversed = requests % 2 === 0 ? rows.toReversed() : rows
    if (url.pathname === '/api/v1/users/all') {
      const users = rows.map(({ id, name, email, role }) => ({ id, name, email, role }))
      return answers(200, { users, total: rows.length })(request, response)
    }
    if (url.pathname === '/api/v1/users/') {
      const start = (Number(url.searchParams.get('page')) - 1) * 30
      const users = reversed.toSorted((a, b) => a.created_at - b.created_at).slice(start, start + 30)
      return answers(200, { users, total: rows.length })(request, response)
    }
    const row = rows.find(({ id }) => url.pathname === `/api/v1/users/${id}`)
    return row
      ? answers(200, row)(request, response)
      : answers(400, { detail: "We could not find what you're looking for :/" })(request, response)
  }
  return { listener, throughout: () => [...throughout].filter((id) => !removed.has(id)) }
}

describe('the list of all accounts', () => {
  test('contains every permanent account once, while others are created and deleted [identity.everybody]', async (t) => {
    let current: RequestListener = answers(500, {})
    const { client } = await startScriptedChatapp(t, (request, response) => current(request, response))
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 130 }),
        fc.array(fc.array(change, { maxLength: 8 }), { maxLength: 12 }),
        async (count, changes) => {
          const chatapp = changingChatapp(count, changes)
          current = chatapp.listener
          const listed = await client.accounts.list()
          assert.ok(listed.ok)
          const ids = listed.value.map(({ id }) => id)
          assert.equal(new Set(ids).size, ids.length)
          assert.deepEqual(
            chatapp.throughout().filter((id) => !ids.includes(id)),
            [],
          )
          const times = listed.value.map(({ createdAt }) => createdAt)
          assert.deepEqual(
            times,
            times.toSorted((a, b) => a - b),
          )
        },
      ),
      { numRuns: 150 },
    )
  })

  test('is asked for in an order that new accounts don’t disturb [identity.everybody]', async (t) => {
    const { listener } = changingChatapp(61, [])
    const { client, server } = await startScriptedChatapp(t, listener)
    assert.equal(((await client.accounts.list()) as { value: unknown[] }).value.length, 61)
    const paged = server.received.filter(({ target }) => target.startsWith('/api/v1/users/?'))
    assert.deepEqual(
      paged.map(({ target }) => target.split('?')[1]),
      [1, 2, 3].map((page) => `order_by=created_at&direction=asc&page=${page}`),
    )
  })

  test('fails as a whole when one page does [identity.everybody]', async (t) => {
    const { listener } = changingChatapp(100, [])
    const { client } = await startScriptedChatapp(t, (request, response) =>
      request.url!.includes('page=3') ? answers(500, {})(request, response) : listener(request, response),
    )
    assert.deepEqual(await client.accounts.list(), {
      ok: false,
      refusal: { code: 'unavailable', reason: 'server_error' },
    })
  })
})

describe('finding an account by e-mail', () => {
  test('selects the exact account, on any page of the search [identity.find-by-email]', async (t) => {
    const rows = Array.from({ length: 65 }, (_, n) => ({
      ...accountRow(`p${n}`, n),
      email: `a${n}b@example.com`,
    }))
    rows[64]!.email = 'A_b@Example.com'
    const { client, server } = await startScriptedChatapp(t, (request, response) => {
      const page = Number(new URL(request.url!, 'http://x').searchParams.get('page'))
      answers(200, { users: rows.slice((page - 1) * 30, page * 30), total: rows.length })(request, response)
    })
    const found = await client.accounts.findByEmail(' a_B@example.com ')
    assert.equal(found.ok && found.value?.id, 'p64')
    assert.equal(server.received.length, 3)
    assert.deepEqual(await client.accounts.findByEmail('a%b@example.com'), { ok: true, value: null })
    assert.deepEqual(await client.accounts.findByEmail('  '), { ok: true, value: null })
  })
})
