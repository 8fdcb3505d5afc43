import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startTestConsole } from '../support/console.ts'
import { assertValidOpenApi } from '../support/openapi.ts'

const hub = await startTestConsole({ after })
const page = (await hub.admin.get('/openapi.json')).json

test('the API describes itself in OpenAPI 3.1, from the schemas that check requests [console.openapi]', () => {
  assert.match(page.openapi, /^3\.1\./)
  const { post } = page.paths['/access/grant']
  const body = page.components.schemas.GrantRequest
  assert.equal(post.requestBody.content['application/json'].schema.$ref, '#/components/schemas/GrantRequest')
  assert.deepEqual([body.additionalProperties, body.required], [false, ['subject', 'hub', 'permission']])
  assert.match(post.responses['409'].description, /`revision_conflict`/)
  const { parameters } = page.paths['/audit'].get
  assert.deepEqual(parameters.map(({ name }: any) => name).toSorted(), [
    'format',
    'from',
    'hub',
    'limit',
    'offset',
    'outcome',
    'since',
    'sort',
    'surface',
    'tool',
    'until',
    'user',
  ])
  const schemaOf = (wanted: string) => parameters.find(({ name }: any) => name === wanted).schema
  assert.deepEqual(schemaOf('offset'), { type: 'integer', minimum: 0, maximum: 1_000_000, default: 0 })
  assert.deepEqual([schemaOf('limit').type, schemaOf('limit').default], ['integer', 50])
  assert.equal(schemaOf('since').format, 'date-time')
  assert.deepEqual(Object.keys(page.paths['/audit'].get.responses['200'].content), [
    'application/json',
    'text/csv',
    'application/x-ndjson',
  ])
  assert.deepEqual(
    page.paths['/hubs/{hub}/manage'].post.parameters.map(({ name, in: place, required }: any) => [
      name,
      place,
      required,
    ]),
    [['hub', 'path', true]],
  )
})

test('a published validator accepts the description [console.openapi]', () => assertValidOpenApi(page))

test('every reference of the description leads somewhere, and every operation has its own name [console.openapi]', () => {
  const text = JSON.stringify(page)
  for (const [, name] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
    assert.match(name!, /^#\/components\/schemas\//)
    assert.ok(page.components.schemas[name!.split('/').at(-1)!], name)
  }
  const ids = Object.values<any>(page.paths).flatMap((path) =>
    Object.values<any>(path).map((op) => op.operationId),
  )
  assert.equal(new Set(ids).size, ids.length)
})

test('the Console’s page is served to all people below /portal/ [console.app]', async () => {
  const get = (path: string, init: RequestInit = {}) => fetch(hub.url + path, { redirect: 'manual', ...init })
  const root = await get('/portal')
  assert.deepEqual([root.status, root.headers.get('location')], [308, '/portal/'])
  const built = await get('/portal/')
  // If the Console's pages are not built, the address returns 503.
  assert.ok([200, 503].includes(built.status))
  if (built.status === 200) {
    assert.match(built.headers.get('content-security-policy') ?? '', /default-src 'self'/)
    assert.doesNotMatch(built.headers.get('content-security-policy') ?? '', /unsafe/)
    const page = await built.text()
    const [, script] = /assets\/([\w.-]+\.js)/.exec(page)!
    const frame = await get(`/portal/assets/frame?script=${script}`)
    assert.match(
      frame.headers.get('content-security-policy') ?? '',
      /^sandbox allow-scripts; default-src 'none'/,
    )
    for (const path of ['/portal/people/pat@example.com', '/portal/..%2f..%2fpackage.json'])
      assert.equal(await (await get(path)).text(), page)
  }
  assert.equal((await get('/portal/assets/none.js')).status, 404)
  assert.equal((await get('/portal/assets/frame?script=none.js')).status, 404)
  assert.equal((await get('/portal/none.js')).status, 404)
  assert.equal((await get('/portal/people', { method: 'POST' })).status, 404)
})
