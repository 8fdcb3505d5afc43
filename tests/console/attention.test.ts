import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { DefaultQueryCompiler, sql } from 'kysely'
import { startTestConsole, type TestConsole } from '../support/console.ts'

type Item = { kind: string; level: string; hub: string | null; subject: string | null; count: number }

test('trouble of all kinds is listed worst first, and only to those who manage it [console.attention]', async (t) => {
  const world = await startTestConsole(t, { hubs: ['Garden', 'Kitchen'] })
  await world.admin.get('/me')
  const gus = await world.addPerson('Gus')
  for (const permission of ['use_hub', 'manage_access'])
    await world.admin.post('/access/grant', { subject: gus.email, hub: 'garden', permission })
  await world.addPerson('Paula', 'pending')
  const olga = await world.addPerson('Olga')
  await world.admin.post('/people/refresh')
  await seedTroubles(world, { userId: olga.id, ownerId: world.admin.id })

  const all = await listed(world.admin)
  const kindsOf = (hub: string | null) => all.filter((item) => item.hub === hub).map(({ kind }) => kind)
  assert.deepEqual(kindsOf('garden').toSorted(), [
    'access_request',
    'answers_failed',
    'budget',
    'channel_silent',
    'model_failing',
    'run_failed',
    'run_retrying',
  ])
  assert.deepEqual(kindsOf('kitchen'), ['run_failed'])
  assert.deepEqual(kindsOf(null).toSorted(), ['key_expires', 'sign_ups'])
  const levels = all.map(({ level }) => level)
  const order = ['failure', 'warning', 'decision']
  assert.deepEqual(
    levels,
    levels.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)),
  )
  const failed = all.find(({ kind, hub }) => kind === 'run_failed' && hub === 'garden')
  assert.deepEqual([failed?.subject, failed?.count], ['md:water', 2])
  assert.ok(!all.some(({ subject }) => subject === 'md:mended'), 'what succeeded since needs nobody')

  const seen = await listed(gus)
  assert.deepEqual(new Set(seen.map(({ hub }) => hub)), new Set(['garden']))
  assert.deepEqual((await gus.get('/attention?hub=kitchen')).json.code, 'outside_ceiling')
  const ofKitchen = (await world.admin.get('/attention?hub=kitchen')).json.items as Item[]
  assert.deepEqual(
    ofKitchen.map(({ kind }) => kind),
    ['run_failed'],
  )
})

test('the number of statements is the same for 1, 100 and 10,000 objects [console.attention]', async (t) => {
  const world = await startTestConsole(t)
  await world.admin.get('/me')
  const counts: number[] = []
  for (const [from, to] of [
    [0, 1],
    [1, 100],
    [100, 10_000],
  ] as const) {
    await seedMany(world, from, to)
    await world.admin.get('/attention') // fills caches of the caller's rights
    const statements = countStatements(t)
    const { status, json } = await world.admin.get('/attention')
    counts.push(statements())
    assert.equal(status, 200)
    assert.ok(json.items.length <= 100)
    assert.ok(json.total >= Math.min(to, 100))
  }
  t.diagnostic(`statements: ${counts.join(', ')}`)
  assert.ok(
    counts.every((count) => count > 5 && count <= 25),
    String(counts),
  )
  assert.ok(Math.max(...counts) - Math.min(...counts) <= 8, `${counts.join(', ')} depends on the size`)
})

async function listed(caller: { get(path: string): Promise<{ json: any }> }): Promise<Item[]> {
  return (await caller.get('/attention')).json.items
}

interface Accounts {
  userId: string
  ownerId: string
}

async function seedTroubles({ store: { db } }: TestConsole, { userId, ownerId }: Accounts): Promise<void> {
  const now = Date.now()
  const run = (hub: string, id: string, workflow: string, status: string, at: number, more = {}) => ({
    hub,
    id,
    workflow,
    trigger: 'manual',
    status,
    inputs: '{}',
    unsettled: 0,
    excused: 0,
    queued_at_ms: at,
    output_bytes: 0,
    output_removed: 0,
    ...more,
  })
  for (const row of [
    run('garden', 'a', 'md:water', 'failed', now - 9000),
    run('garden', 'b', 'md:water', 'failed', now - 8000),
    run('garden', 'c', 'md:mended', 'failed', now - 9000),
    run('garden', 'd', 'md:mended', 'succeeded', now - 8000),
    run('garden', 'e', 'md:orders', 'failed', now - 7000, { unsettled: 1, failures: 1 }),
    run('kitchen', 'f', 'md:bake', 'failed', now - 7000),
    run('kitchen', 'g', 'md:old', 'failed', now - 3 * 86_400_000),
  ])
    await db.insertInto('runs').values(row).execute()
  for (const [id, outcome, at] of [
    ['turn-1', 'stop', now - 9000],
    ['turn-2', 'failed', now - 8000],
  ] as const)
    await sql`insert into usage_turns (id, hub, surface, chat_id, model, input_tokens, output_tokens, cached_tokens,
      reasoning_tokens, outcome, started_at_ms, duration_ms)
      values (${id}, 'garden', 'chat', 'c', 'cloud/large', 1, 1, 0, 0, ${outcome}, ${at}, 5)`.execute(db)
  await sql`insert into budgets (hub, source, scope, subject, period, unit, amount, set_by, set_at_ms)
    values ('garden', 'console', 'hub', '', 'month', 'tokens', 10, 'a', 1)`.execute(db)
  const month = new Date(now)
  await sql`insert into usage_periods (hub, scope, step, start_ms, subject, tokens)
    values ('garden', 'hub', 'month', ${Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 1)}, '', 99)`.execute(
    db,
  )
  await sql`insert into conversations (hub, channel, id, kind, chat, received_at_ms)
    values ('garden', 'chata', 'x', 'private', 1, ${now - 9 * 86_400_000})`.execute(db)
  await sql`insert into messages (id, hub, channel, key, conversation, arrival, handles, text, media, is_addressed,
      written_at_ms, received_at_ms, state, attempts, due_at_ms)
    values ('m', 'garden', 'chatb', 'k', 'y', '1', '[]', 'Hi', '[]', 1, ${now}, ${now - 1000}, 'failed', 3, 0)`.execute(
    db,
  )
  const seconds = Math.floor(now / 1000)
  await sql`insert into chatapp_access_requests (id, user_id, hub, note, state, asked_at, is_told)
    values ('r', ${userId}, 'garden', 'The beds are mine', 'asked', ${seconds - 60}, 0)`.execute(db)
  await sql`insert into chatapp_api_keys (id, user_id, name, key_hash, hint, created_at, expires_at)
    values ('key', ${ownerId}, 'sensor', 'h', 'abcd', ${seconds}, ${seconds + 5 * 86_400})`.execute(db)
}

async function seedMany({ store: { db } }: TestConsole, from: number, to: number): Promise<void> {
  const now = Date.now()
  const numbers = sql`with recursive n(i) as (select ${sql.lit(from)} union all select i + 1 from n where i < ${sql.lit(to - 1)})`
  await sql`${numbers}
    insert into runs (hub, id, workflow, trigger, status, inputs, unsettled, excused, queued_at_ms, output_bytes, output_removed)
    select 'garden', 'many-' || i, 'md:task-' || i, 'manual', 'failed', '{}', 0, 0, ${sql.lit(now)} - i, 0, 0 from n`.execute(
    db,
  )
  await sql`${numbers}
    insert into people (subject, status, is_primary, is_pending, created_at, mirrored_at_ms)
    select 'waits-' || i || '@example.com', 'pending', 0, 1, 1, 1 from n`.execute(db)
  await sql`${numbers}
    insert into usage_turns (id, hub, surface, chat_id, model, input_tokens, output_tokens, cached_tokens,
      reasoning_tokens, outcome, started_at_ms, duration_ms)
    select 'many-' || i, 'garden', 'chat', 'c', 'model-' || i, 1, 1, 0, 0, 'failed', ${sql.lit(now)} - i, 5 from n`.execute(
    db,
  )
}

/** Counts executed statements, because each execution compiles its query. */
function countStatements(t: TestContext): () => number {
  let count = 0
  const compiler = DefaultQueryCompiler.prototype
  const compile = compiler.compileQuery
  const restore = () => void (compiler.compileQuery = compile)
  compiler.compileQuery = function (...of) {
    count++
    return compile.apply(this, of)
  }
  t.after(restore)
  return () => {
    restore()
    return count
  }
}
