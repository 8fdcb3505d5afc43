import { test } from 'node:test'
import { sql } from 'kysely'
import type { Permission } from '#access/permission.ts'
import type { StoreLocation } from '#store/location.ts'
import type { Store } from '#store/store.ts'
import { startTestConsole } from '../support/console.ts'
import { seedPeople } from '../support/people.ts'
import { planOf } from '../support/plans.ts'
import { recordStatements } from '../support/recorded-statements.ts'
import { BACKENDS } from '../support/stores.ts'

const SAMPLES: Record<string, string> = {
  hub: 'garden',
  q: 'title',
  limit: '20',
  offset: '40',
  subject: 'bob@example.com',
  permission: 'use_hub',
  agent: 'garden',
  user: 'bob@example.com',
  tool: 'send',
  surface: 'chat',
  since: '2026-01-01T00:00:00Z',
  until: '2026-12-01T00:00:00Z',
  actor: 'bob@example.com',
  action: 'grant',
  chat: 'c1',
  run: 'run-1',
  endpoint: 'x',
  event: 'x.json',
  workflow: 'water',
  run_id: 'run-1',
  id: 'x',
  trace_id: '0'.repeat(32),
}
for (const backend of BACKENDS)
  test('x ' + backend.kind, async (t) => {
    const recorded = recordStatements(t)
    const location = (await backend.locate(t)) as StoreLocation
    const c = await startTestConsole(t, {
      ...(location.kind === 'postgres' && { location, environment: { SVC_DATABASE_URL: location.url } }),
    })
    const bob = await c.addPerson('Bob')
    await seedPeople(c.store, { people: 2000, hubs: 10 })
    const { json } = await c.admin.get('/openapi.json')
    for (const permission of ['manage_access', 'use_hub'] as Permission[])
      console.log(
        (await c.admin.post('/access/grant', { subject: 'bob@example.com', hub: 'garden', permission }))
          .status,
      )
    if (location.kind === 'postgres') await sql`analyze`.execute(c.store.db)
    for (const [path, ops] of Object.entries(json.paths) as any) {
      if (!ops.get || path.endsWith('/live')) continue
      const all = ops.get.parameters ?? []
      const where = all
        .filter((p: any) => p.in === 'query')
        .map((p: any) => [p.name, p.schema.enum?.[0] ?? SAMPLES[p.name]])
      const filled = path.replaceAll(/\{(\w+)\}/g, (_: string, name: string) => SAMPLES[name]!)
      const variants = [
        [],
        ...where.map((one: any) => [one]),
        where,
        ...(where.some(([n]: any) => n === 'format') ? [[['format', 'csv']]] : []),
      ]
      for (const v of variants)
        for (const caller of [c.admin, bob]) {
          const url = `${filled}?${new URLSearchParams(v)}`
          recorded.during(url)
          const answer = ops.get.servers ? await caller.get('/..' + url) : await caller.get(url)
          if (answer.status >= 400 && !/404|400/.test(String(answer.status)))
            console.log(answer.status, url, answer.text.slice(0, 200))
        }
    }
    recorded.during('x')
    for (const { during, text } of recorded.statements()) {
      if (
        !/^\s*(select|with|update|delete)\b/i.test(text) ||
        /schema_migrations|sqlite_schema|current_schema|pg_/.test(text)
      )
        continue
      const plan = await planOf(c.store as Store, text).catch((e) => ({ scanned: ['ERR ' + e], steps: [] }))
      if (plan.scanned.length > 0)
        console.log(
          '##',
          during,
          '\n',
          text.slice(0, 400),
          '\n',
          plan.scanned,
          plan.steps.join(' | ').slice(0, 300),
        )
    }
  })
