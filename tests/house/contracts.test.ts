import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { listAccess, manageHub, readMe } from '#core/access/contract.ts'
import {
  routesBelow,
  type AnswerOf,
  type ConsoleFacts,
  type ConsoleRoute,
  type SentParts,
} from '#ground/api/contract.ts'
import { HubParams, Overview } from '#core/access/schema.ts'
import { watchArtifact } from '#features/artifacts/contract.ts'
import { createHandled } from '#ground/api/handled.ts'
import { CONTRACTS as OF_CHAT } from '#chatapp/contracts.ts'
import { CONTRACTS as OF_CONSOLE } from '#processes/contracts.ts'
import { contracts } from '../../web/contracts.ts'
import { hrefOf } from '../../web/ui/href.ts'

const fileOf = (path: string): string => resolve(globSync(`src/**/${path}`)[0]!)

const load = contracts().load as unknown as (id: string) => Promise<string | null>

test('an address follows its contract: parts of the path are encoded, empty parts are left out [house.contracts]', () => {
  assert.equal(hrefOf(readMe), '/portal/api/me')
  assert.equal(hrefOf(manageHub, { params: { hub: 'a/b ?' } }), '/portal/api/hubs/a%2Fb%20%3F/manage')
  assert.equal(hrefOf(watchArtifact, { params: { id: 'a1' } }), '/portal/artifacts/api/a1/live')
  const query = { hub: '*', q: 'a&b', offset: 0, limit: undefined, format: 'csv' } as const
  assert.equal(hrefOf(listAccess, { query }), '/portal/api/access?hub=*&q=a%26b&offset=0&format=csv')
})

test('a field that a contract does not declare does not compile [house.contracts]', () => {
  const route = routesBelow<ConsoleFacts>('/portal/api')
  const facts = { summary: 'Counts', level: 'admin', answer: Overview } as const
  // @ts-expect-error -- the path names a part that nothing checks
  route('get', '/hubs/:hub', facts)
  // @ts-expect-error -- the path names another part
  route('get', '/hubs/:slug', { ...facts, params: HubParams })
  // @ts-expect-error -- there is no such level
  route('get', '/overview', { ...facts, level: 'everybody' })
  // @ts-expect-error -- there is no such code
  route('get', '/overview', { ...facts, refusals: ['lost'] })
  // @ts-expect-error -- the part of the path is missing
  hrefOf(manageHub)
  // @ts-expect-error -- there is no such filter
  hrefOf(listAccess, { query: { colour: 'red' } })
  const answer: AnswerOf<typeof readMe>['hubs'][number]['slug'] = 'garden'
  const sent: SentParts<typeof listAccess> = { query: { limit: 8 } }
  assert.deepEqual([answer, sent], ['garden', { query: { limit: 8 } }])
})

test('every contract is listed, each address once [house.contracts]', async () => {
  const rooms = [OF_CONSOLE, OF_CHAT].flatMap((contracts): object[] => Object.values(contracts))
  const listed = new Set(rooms.flatMap((routes) => Object.values(routes) as object[]))
  /** These files export the functions that declare routes, but no routes. */
  const grounds = new Set([fileOf('api/contract.ts'), fileOf('http/contract.ts')])
  for (const file of globSync('src/**/contract.ts').map((file) => resolve(file)))
    for (const [name, route] of Object.entries((await import(file)) as object))
      assert.ok(grounds.has(file) || listed.has(route), `${name} of ${file}`)
  const addresses = [...listed].map((route) => {
    const { method, base, path } = route as { method: string; base: string; path: string }
    return `${method} ${base}${path}`
  })
  assert.equal(new Set(addresses).size, addresses.length)
})

test('a route that is not listed gets no handler [house.contracts]', () => {
  const handled = createHandled<ConsoleRoute>({ Access: { readMe } })
  assert.throws(() => handled.addRoute(manageHub), /post \/portal\/api\/hubs\/:hub\/manage is not listed/)
  handled.addRoute(readMe)
  assert.deepEqual(handled.byHeading(), [['Access', [readMe]]])
})

test('pages get of a contract where its routes are, and nothing else of a module [house.contracts-pages]', async () => {
  const code = await load(fileOf('audit/contract.ts'))
  assert.deepEqual(code?.trim().split('\n'), [
    'export const listAccessChanges = {"method":"get","base":"/portal/api","path":"/access-changes"}',
    'export const listAudit = {"method":"get","base":"/portal/api","path":"/audit"}',
  ])
  assert.equal(await load(fileOf('audit/schema.ts')), null)
  await assert.rejects(load(fileOf('api/contract.ts')), /route of .* is not a route/)
})

test('no page carries the library of schemas [house.contracts-pages]', () => {
  for (const app of ['chat', 'console']) {
    const built = JSON.parse(readFileSync(`web/dist/${app}.json`, 'utf8')) as string[]
    const scripts = built.filter((file) => file.endsWith('.js'))
    assert.ok(scripts.length > 0)
    for (const file of scripts)
      assert.doesNotMatch(readFileSync(join('web/dist', app, file), 'utf8'), /ZodError|safeParse/, file)
  }
})
