import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { systemClock } from '#ground/base/clock.ts'
import { CONTRACTS as CHATAPP_CONTRACTS } from '#chatapp/contracts.ts'
import type { ChatRoute } from '#chatapp/http/contract.ts'
import { indexOlderChats } from '#chatapp/chats/search/backfill.ts'
import type { Store } from '#ground/store/store.ts'
import { seedArtifacts } from '../artifacts/seed.ts'
import { seedChats } from '../support/chats.ts'
import { startTestConsole, type ConsoleCaller, type TestConsole } from '../support/console.ts'
import { seedPeople } from '../support/people.ts'
import { planOf } from '../support/plans.ts'
import { recordStatements, type Recorded } from '../support/recorded-statements.ts'
import { seedRuns } from '../support/runs.ts'
import { BACKENDS, urlOf, type Backend } from '../support/stores.ts'

const SMALL = new Set([
  'hubs',
  'hub_servers',
  'machines',
  'turn_leases',
  'access_policies',
  'audit_heads',
  'budgets',
  'people_counts',
  'people_progress',
  'people_sample',
  'people_operations',
  'chatapp_settings',
  'stored_setups', // the mail server, at most 20 identity providers, and four channels of each Hub
  'notice_settings', // managers who chose notices
  'notice_ways', // at most ten for each of them
  'chatapp_models',
  'chatapp_groups',
  'chatapp_tool_servers',
  'mcp_programs',
  'service_records',
])

const ALLOWED: readonly [statement: RegExp, why: string][] = [
  [
    /^select count\(\*\) as "n" from "access_(grants|subjects|blocks)"$/,
    'aside, once for each change of access',
  ],
  [
    /from "chatapp_users"( where \(lower|$| order by)/,
    'aside; the contract’s pages have a total and any order',
  ],
  [/^select \* from "chatapp_model_grants" order by/, 'administrators are shown who may use each agent'],
  [/^select "server", count\(\*\) as "count" from "chatapp_oauth_sessions"/, 'aside, from the index alone'],
  [/from "chatapp_ratings"/, 'aside; administrators export and count all ratings'],
  [/from "usage_turns" where "surface"/, 'aside, in a span; administrators count the turns of all agents'],
  [/max\("refresh_error"\)/, 'from the index of those that are refused alone'],
  [/from "traces" where .*"failed" = 0/, 'few traces fail, so a page is soon full'],
  [/from "chatapp_sign_in_records" where \("outcome" </, 'of 90 days; where few are refused, few sign in'],
  [/from "people" where .* limit \d+$/s, 'the sample says that most match'],
]

const VALUES: Readonly<Record<string, string>> = {
  iss: 'https://id.example.com',
  scope: 'files.write',
  proof: 'abc',
  sid: 'session-1',
  filename: 'report.txt',
  content: 'true',
  namespace: 'ui',
  command: 'x',
  skip: '10',
  hub: 'garden',
  agent: 'garden',
  subject: 'bob@example.com',
  user: 'bob@example.com',
  actor: 'bob@example.com',
  q: 'title',
  query: 'bob',
  text: 'common',
  search: 'common',
  channel: 'chata',
  message: 'message-2',
  permission: 'use_hub',
  first: 'use_hub',
  path: 'agent.md',
  file: 'x',
  group: 'x',
  shared: 'true',
  action: 'grant',
  tool: 'send',
  surface: 'chat',
  since: '2026-01-01T00:00:00Z',
  until: '2026-12-01T00:00:00Z',
  limit: '20',
  offset: '40',
  page: '2',
  after: '10',
  order_by: 'name',
  direction: 'desc',
  refresh: 'false',
  share: 'true',
  from: 'chat',
  provider: 'crm',
  name: 'crm',
  attachment: 'true',
  chat: 'u1-1',
  chat_id: 'chat-1',
  run: 'run-1',
  run_id: 'run-1',
  workflow: 'water',
  endpoint: 'orders',
  event: 'x.json',
  trace_id: '0'.repeat(32),
  id: 'u1-1',
  cursor: '10.u1-1',
  before: 'message-2',
  below: 'message-2',
  include_pinned: 'false',
  include_folders: 'false',
  folder_id: 'folder-1',
  newer_than: '1',
  older_than: '9',
  archived: 'false',
  pinned: 'false',
  files: 'true',
  model: 'garden',
  verdict: 'bad',
  model_id: 'garden',
  days: '7',
  start_date: '1000000000',
  end_date: '4000000000',
  updated_at: '1000000000',
  delete_contents: 'false',
  redirect: '/',
}

for (const backend of BACKENDS)
  test(
    `no list and no search reads a table that grows from end to end, on ${backend.kind} [console.plans] [chatapp.plans]`,
    { skip: backend.skip, timeout: 240_000 }, // hundreds of requests on a large data set
    async (t) => {
      const { world, bob } = await startLargeWorld(t, backend)
      const recorded = recordStatements(t)
      const asked = await askEverything(world, [world.admin, bob], recorded.during)
      assert.ok(asked > 250, `${asked} requests`)
      const faults: string[] = []
      for (const statement of recorded.statements()) {
        const fault = await faultOf(world, statement)
        if (fault) faults.push(fault)
      }
      assert.deepEqual(faults, [])
      const unindexed = {
        during: 'this test',
        text: `select * from "chatapp_messages" where "content" = 'x'`,
      }
      assert.match((await faultOf(world, unindexed))!, /reads chatapp_messages/)
    },
  )

async function startLargeWorld(t: TestContext, backend: Backend) {
  const location = await backend.locate(t)
  const world = await startTestConsole(t, { location, environment: { SVC_DATABASE_URL: urlOf(location) } })
  const bob = await world.addPerson('Bob')
  for (const permission of ['manage_access', 'use_hub'])
    await world.admin.post('/access/grant', { subject: bob.email, hub: 'garden', permission })
  const share = location.kind === 'sqlite' ? 0.1 : 0.4
  await seedPeople(world.store, { people: 1000 * share, hubs: 10 })
  await seedChats(world.store, { people: 100 * share, chats: 10, messages: 4 })
  await indexChats(world.store)
  await seedArtifacts(world.store, 2000 * share, { people: 300, groups: 300, hubs: 70, blocks: 500 })
  await seedRuns(world.store, 3000 * share)
  await seedRest(world.store, 3000 * share)
  await seedMessages(world.store, 2000 * share)
  if (location.kind === 'postgres') await sql`analyze`.execute(world.store.db)
  await world.admin.post('/people/refresh') // fills the cache of accounts before statements are recorded
  return { world, bob }
}

async function indexChats(store: Store): Promise<void> {
  const place = { key: 'internal.chat_search', value: '{"chat":"","message":""}' }
  await store.db.insertInto('chatapp_settings').values(place).execute()
  await indexOlderChats({ store, clock: systemClock, onFailure: assert.fail }, new AbortController().signal)
}

async function seedRest({ db }: Store, count: number): Promise<void> {
  const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})`
  await sql`${numbers}
    insert into traces (trace_id, hub, agent, root, chat_id, run_id, started_at_us, ended_at_us, failed, bytes)
    select 'trace-' || i, 'hub-' || (i % 10), 'a', 'r', 'chat-' || i, case when i % 3 = 0 then 'run-' || i end,
      i * cast(1000000 as bigint), i * cast(1000000 as bigint) + 5, case when i % 50 = 0 then 1 else 0 end, 10 from n`.execute(
    db,
  )
  await sql`${numbers}
    insert into run_events (hub, run_id, name) select 'hub-' || (i % 10), 'run-' || i, 'e.json' from n`.execute(
    db,
  )
  await sql`${numbers}
    insert into chatapp_users (id, email, name, role, profile_image_url, settings, created_at, updated_at, last_active_at)
    select 'member-' || i, 'member-' || i, 'M', 'user', '', '{}', 2000000000, 1, 1 from n`.execute(db)
  await sql`
    insert into chatapp_shares (id, chat_id, user_id, audience, shows_details, created_at, changed_at)
    select 'share-' || id, id, user_id, 'all', 0, 1, 1 from chatapp_chats`.execute(db)
  for (const [table, time] of [
    ['chatapp_share_people', 'added_at'],
    ['chatapp_share_openings', 'opened_at'],
  ] as const)
    await sql`
      insert into ${sql.table(table)} (share_id, user_id, ${sql.ref(time)})
      select 'share-' || chat.id, member.id, 1 from chatapp_chats as chat
      join chatapp_users as member on member.id = 'member-' || substr(chat.id, 2, 1)`.execute(db)
  await sql`
    insert into chatapp_groups (id, user_id, name, description, created_at, updated_at)
    select 'group-' || id, id, id, '', 1, 1 from chatapp_users`.execute(db)
  await sql`
    insert into chatapp_group_members (group_id, user_id, created_at)
    select 'group-' || id, id, 1 from chatapp_users`.execute(db)
}

async function seedMessages({ db }: Store, count: number): Promise<void> {
  const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})`
  const place = sql`case when i % 2 = 0 then 'garden' else 'hub-' || (i % 10) end, 'chata', '+' || (i % 100)`
  await sql`${numbers}
    insert into conversations (hub, channel, id, kind, chat, received_at_ms)
    select case when i % 2 = 0 then 'garden' else 'hub-1' end, 'chata', '+' || i, 'private', 1, i from n`.execute(
    db,
  )
  await sql`${numbers}
    insert into messages (id, hub, channel, conversation, key, arrival, handles, text, media, is_addressed, written_at_ms,
      received_at_ms, state, attempts, due_at_ms)
    select 'message-' || i, ${place}, 'key-' || i, i, '["+1"]', 'Hello', '[]', 1, i, i, 'sent', 0, i from n`.execute(
    db,
  )
  await sql`${numbers}
    insert into outbox (id, hub, channel, conversation, cause, message_id, state, created_at_ms, due_at_ms)
    select 'sending-' || i, ${place}, 'answer', 'message-' || i, 'sent', i, i from n`.execute(db)
  await sql`${numbers}
    insert into outbox_parts (outbox_id, position, id, text, plain, state, attempts)
    select 'sending-' || i, 0, 'part-' || i, 'Hi', 'Hi', 'sent', 1 from n`.execute(db)
}

async function askEverything(
  world: TestConsole,
  callers: readonly ConsoleCaller[],
  during: (what: string) => void,
): Promise<number> {
  let count = 0
  for (const { base, path, fields } of [...(await consoleRoutes(world)), ...chatappRoutes()])
    for (const caller of callers)
      for (const query of queriesOf(fields)) {
        const filled = path.replaceAll(/[:{](\w+)\}?/g, (_, name: string) => valueOf(name))
        const url = `${world[base]}${filled}?${new URLSearchParams(query)}`
        during(`GET ${path}?${new URLSearchParams(query)}`)
        const answer = await fetch(url, {
          headers: { cookie: `token=${caller.token}`, origin: world.origin },
        })
        await answer.body?.cancel()
        assert.ok(answer.status < 500, `${url} answered ${answer.status}`)
        count++
      }
  during('')
  return count
}

interface Asked {
  base: 'url' | 'chatappUrl'
  path: string
  fields: readonly (readonly [name: string, value: string])[]
}

const queriesOf = (fields: Asked['fields']) =>
  [[], ...fields.map((one) => [one]), [...fields]].map((query) => query.map(([name, value]) => [name, value]))

function valueOf(name: string): string {
  assert.ok(Object.hasOwn(VALUES, name), `give a value for ${name} in ${import.meta.filename}`)
  return VALUES[name]!
}

async function consoleRoutes({ admin }: TestConsole): Promise<Asked[]> {
  const { json } = await admin.get('/openapi.json')
  return Object.entries<any>(json.paths).flatMap(([path, { get }]) => {
    if (!get) return []
    const query = (get.parameters ?? []).filter((one: any) => one.in === 'query')
    const fields = query.flatMap(({ name, schema }: any) =>
      schema.enum ? schema.enum.map((value: string) => [name, value]) : [[name, valueOf(name)]],
    )
    return [{ base: 'url', path: `${get.servers?.[0].url ?? '/portal/api'}${path}`, fields }]
  })
}

/** These routes need a bridge, which this test does not start. */
const OF_BRIDGE: ReadonlySet<string> = new Set(['/api/v1/saved-files/open'])

const chatappRoutes = (): Asked[] =>
  Object.values(CHATAPP_CONTRACTS)
    .flatMap((routes): ChatRoute[] => Object.values(routes))
    .filter(
      ({ method, isStream, base, path }) => method === 'get' && !isStream && !OF_BRIDGE.has(base + path),
    )
    .map(({ base, path, query }) => ({
      base: 'chatappUrl',
      path: base + path,
      fields: Object.keys(query instanceof z.ZodObject ? query.shape : {}).map((name) => [
        name,
        valueOf(name),
      ]),
    }))

async function faultOf({ store }: TestConsole, { during, text }: Recorded): Promise<string | null> {
  if (during === '' || !/^\s*(select|with)\b/i.test(text)) return null
  const { scanned, steps } = await planOf(store, text)
  const grown = scanned.filter((table) => !SMALL.has(table))
  const isPage = /\blimit \d/.test(text) && !/\bwhere\b/.test(text)
  if (grown.length === 0 || isPage || ALLOWED.some(([statement]) => statement.test(text.trim()))) return null
  return [
    `${during} reads ${grown.join(', ')} from end to end`,
    text.slice(0, 500),
    ...steps.slice(0, 12),
  ].join('\n')
}
