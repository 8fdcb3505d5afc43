import assert from 'node:assert/strict'
import { cp, readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startHubConnection } from '#features/administration/hub-connection.ts'
import { createChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { makeCertificates } from '../support/certificates.ts'
import { testClock } from '../support/clock.ts'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'
import { runHub } from '../support/running-hub.ts'
import { startFakeOpenWebui } from './fake/server.ts'
import { until } from '../support/until.ts'
import { addPerson, asAdmin, callWith } from './target.ts'

const webui = await startFakeOpenWebui()
const old = await startFakeOpenWebui({ version: '0.6.5' })
const { certificate, key } = await makeCertificates({ after })
const secure = createServer({ cert: await readFile(certificate), key: await readFile(key) }).listen(0)
after(() => void secure.close())
const { port: securePort } = secure.address() as AddressInfo
after(() => Promise.all([webui, old].map((server) => server[Symbol.asyncDispose]())))
const user = await addPerson(webui, 'Bob')

const SET = { SVC_CHATAPP: 'openwebui', SVC_CHATAPP_URL: webui.url, SVC_CHATAPP_API_KEY: webui.adminKey }

const REFUSED: readonly (readonly [string, Record<string, string>, RegExp])[] = [
  ['no address', { SVC_CHATAPP_URL: '' }, /SVC_CHATAPP_URL: is missing/],
  ['no key', { SVC_CHATAPP_API_KEY: '' }, /SVC_CHATAPP_API_KEY: is missing/],
  [
    'a path',
    { SVC_CHATAPP_URL: `${webui.url}/chat` },
    /SVC_CHATAPP_URL: expected scheme, host and port only/,
  ],
  [
    'https for a server without TLS',
    { SVC_CHATAPP_URL: webui.url.replace('http:', 'https:') },
    /SVC_CHATAPP_URL: begins with https:, but .* does not speak TLS; use http:/,
  ],
  [
    'an untrusted certificate',
    { SVC_CHATAPP_URL: `https://localhost:${securePort}` },
    /SVC_CHATAPP_URL: names https:.*authority that this machine does not trust.*NODE_EXTRA_CA_CERTS/,
  ],
  [
    'the address of its own bridge',
    { SVC_CHATAPP_URL: 'http://127.0.0.1:8000', BRIDGE_PORT: '' },
    /SVC_CHATAPP_URL: is an address of this Hub \(BRIDGE_PORT=8000\)/,
  ],
  [
    'the unspecified IPv6 address and the port of its own bridge',
    { SVC_CHATAPP_URL: 'http://[::]:8000', BRIDGE_PORT: '' },
    /SVC_CHATAPP_URL: is an address of this Hub \(BRIDGE_PORT=8000\)/,
  ],
  [
    'the unspecified IPv4 address and the port of its own bridge',
    { SVC_CHATAPP_URL: 'http://0.0.0.0:8000', BRIDGE_PORT: '' },
    /SVC_CHATAPP_URL: is an address of this Hub \(BRIDGE_PORT=8000\)/,
  ],
  ['no edge', { SVC_DISABLE_EDGE: 'true' }, /SVC_DISABLE_EDGE: is true/],
  ['a wrong key', { SVC_CHATAPP_API_KEY: 'sk-wrong' }, /SVC_CHATAPP_API_KEY: is not accepted by Open WebUI/],
  [
    'the key of a user',
    { SVC_CHATAPP_API_KEY: user.key },
    /SVC_CHATAPP_API_KEY: is not an administrator’s API key/,
  ],
  [
    'an old release',
    { SVC_CHATAPP_URL: old.url, SVC_CHATAPP_API_KEY: old.adminKey },
    /SVC_CHATAPP_URL: is an Open WebUI 0\.6\.5; update it to 0\.10\.0 or newer/,
  ],
]

for (const [name, settings, words] of REFUSED)
  test(`a start with ${name} is refused, and doctor reports it [open-webui.start]`, async (t) => {
    const folder = await folderWith(t, { 'agent.md': 'You help.' })
    const environment = { ...SET, PORT: '0', BRIDGE_PORT: '0', ...settings }
    const started = await hub(['run', folder], { environment })
    assert.deepEqual([started.code, started.stdout], [2, ''])
    assert.match(started.stderr, words)
    const checked = await hub(['doctor', folder, '--offline', '--json'], { environment })
    const findings: { status: string; subject: string; message: string }[] = JSON.parse(
      checked.stdout,
    ).findings
    const failures = findings.filter(({ status }) => status === 'fail')
    assert.match(failures.map(({ subject, message }) => `${subject}: ${message}`).join('\n'), words)
  })

test('doctor accepts variables of sign-in that have no effect beneath Open WebUI [open-webui.start]', async (t) => {
  const folder = await folderWith(t, { 'agent.md': 'You help.' })
  const environment = { ...SET, SVC_PASSWORD_SIGN_IN: 'false', PORT: '0', BRIDGE_PORT: '0' }
  const { stdout } = await hub(['doctor', folder, '--offline', '--json'], { environment })
  const findings: { status: string; subject: string }[] = JSON.parse(stdout).findings
  assert.deepEqual(
    findings.filter(({ status, subject }) => status === 'fail' && subject.startsWith('SVC_')),
    [],
  )
})

test('doctor reports connections of Hubs that a gateway does not have [open-webui.start]', async (t) => {
  const other = await startFakeOpenWebui()
  t.after(() => other[Symbol.asyncDispose]())
  const config = (slug: string) => ({ headers: { 'X-Svc-Hub': slug } })
  await asAdmin(other, 'POST', '/openai/config/update', {
    ENABLE_OPENAI_API: true,
    OPENAI_API_BASE_URLS: [
      'http://127.0.0.1:8000/v1',
      'http://127.0.0.1:8001/v1',
      'https://api.openai.com/v1',
    ],
    OPENAI_API_KEYS: ['a', 'b', 'c'],
    OPENAI_API_CONFIGS: { 0: config('garden'), 1: config('attic'), 2: {} },
  })
  const folder = await folderWith(t, { 'Garden/agent.md': 'You help.' })
  const environment = { ...SET, SVC_CHATAPP_URL: other.url, SVC_CHATAPP_API_KEY: other.adminKey, PORT: '0' }
  const left = async () => {
    const { stdout } = await hub(['doctor', folder, '--json'], { environment })
    return JSON.parse(stdout).findings.filter(({ message }: any) => /connections to Hubs/.test(message))
  }
  const [{ status, message }] = await left()
  assert.deepEqual(
    [status, message],
    ['warn', 'Open WebUI has connections to Hubs that are not in this folder: attic'],
  )
  await cp(join(folder, 'Garden'), join(folder, 'Attic'), { recursive: true })
  assert.deepEqual(await left(), [])
})

test('doctor reports a Hub with the same slug and another database [open-webui.start]', async (t) => {
  const other = await startFakeOpenWebui()
  t.after(() => other[Symbol.asyncDispose]())
  const environment = { ...SET, SVC_CHATAPP_URL: other.url, SVC_CHATAPP_API_KEY: other.adminKey }
  const first = await runHub({ environment })
  const second = await runHub({ environment })
  t.after(() => Promise.all([first, second].map((running) => running[Symbol.asyncDispose]())))
  const conflict = async ({ folder }: { folder: string }) => {
    const { stdout } = await hub(['doctor', folder, '--offline', '--json'], { environment })
    const findings: { subject: string; message: string }[] = JSON.parse(stdout).findings
    return findings.filter(({ message }) => message.startsWith('another Hub named')).length
  }
  const connected = async () => JSON.stringify((await asAdmin(other, 'GET', '/openai/config')).json)
  await until(async () => (await connected()).includes('X-Svc-Store'), { what: 'the connection' })
  assert.deepEqual(new Set(await Promise.all([first, second].map(conflict))), new Set([0, 1]))
})

test('doctor reports the release that accepts the key [open-webui.start]', async (t) => {
  const folder = await folderWith(t, { 'agent.md': 'You help.' })
  const checked = await hub(['doctor', folder, '--offline'], { environment: { ...SET, PORT: '0' } })
  assert.match(checked.stdout, /web chat +Open WebUI 0\.12\.4 at .* accepts the key of an administrator/)
})

test('settings of the built-in web chat are reported as without effect [open-webui.start]', async (t) => {
  const folder = await folderWith(t, { 'agent.md': 'You help.' })
  const environment = { ...SET, SVC_SIGNUP: 'false', SVC_REQUIRE_SECOND_FACTOR: 'true' }
  const checked = await hub(['doctor', folder, '--offline'], { environment })
  for (const variable of ['SVC_SIGNUP', 'SVC_REQUIRE_SECOND_FACTOR'])
    assert.match(checked.stdout, new RegExp(`${variable} +has no effect without SVC_CHATAPP=builtin`))
})

test('an Open WebUI that is away is a warning, and people get an error of the edge [open-webui.start]', async (t) => {
  const away = await startFakeOpenWebui()
  await away[Symbol.asyncDispose]()
  const running = await runHub({ environment: { ...SET, SVC_CHATAPP_URL: away.url } })
  t.after(() => running[Symbol.asyncDispose]())
  assert.match(running.errors(), /Open WebUI does not answer at/)
  const api = await fetch(`${running.url}/api/config`)
  assert.deepEqual([api.status, api.headers.get('content-type')], [502, 'application/json; charset=utf-8'])
  const page = await fetch(running.url, { headers: { accept: 'text/html' } })
  assert.deepEqual([page.status, page.headers.get('content-type')], [502, 'text/html; charset=utf-8'])
})

test('a key that settings of Open WebUI refuse is answered with the remedy [open-webui.start]', async (t) => {
  const strict = await startFakeOpenWebui()
  t.after(() => strict[Symbol.asyncDispose]())
  strict.set('ENABLE_USER_STATUS', false)
  const folder = await folderWith(t, { 'agent.md': 'You help.' })
  const environment = { ...SET, SVC_CHATAPP_URL: strict.url, SVC_CHATAPP_API_KEY: strict.adminKey }
  const started = await hub(['run', folder], { environment })
  assert.match(started.stderr, /SVC_CHATAPP_API_KEY: is refused by Open WebUI’s settings: turn on API keys/)

  strict.set('ENABLE_USER_STATUS', true)
  strict.set('ENABLE_API_KEYS_ENDPOINT_RESTRICTIONS', true)
  for (const [allowed, words] of [
    ['/api/v1/chats', /turn on API keys .* allow \/api\/models, \/api\/v1\/auths, /],
    ['/api/v1/users/user/status', /allow keys at these endpoints, too: \/api\/models, \/api\/v1\/auths, /],
    [
      '/api/v1/auths,/api/v1/users,/openai',
      /too: \/api\/models, \/api\/v1\/chats, \/api\/v1\/configs, \/api\/v1\/files, \/api\/v1\/groups, \/api\/v1\/models\n/,
    ],
  ] as const) {
    strict.set('API_KEYS_ALLOWED_ENDPOINTS', allowed)
    assert.match((await hub(['run', folder], { environment })).stderr, words)
  }
})

test('a connection that was removed or changed is restored [open-webui.start]', async (t) => {
  const clock = testClock()
  const other = await startFakeOpenWebui()
  t.after(() => other[Symbol.asyncDispose]())
  const chatapp = createChatappClient({
    kind: 'openwebui',
    baseUrl: other.url,
    credential: () => other.adminKey,
    clock,
    timeoutMs: 5000,
  })
  t.after(() => chatapp[Symbol.asyncDispose]())
  const connected: string[] = []
  const connection = startHubConnection({
    chatapp,
    hub: 'garden',
    storeId: 'store-1',
    url: 'http://127.0.0.1:9/v1',
    key: 'bridge-key',
    identityPrefix: 'X-ChatApp',
    clock,
    onConnected: () => void connected.push('connected'),
    onFailure: ({ reason }) => void connected.push(reason),
  })
  t.after(() => connection[Symbol.asyncDispose]())
  const read = async () => (await asAdmin(other, 'GET', '/openai/config')).json
  await clock.sleeper(60_000)
  const first = await read()
  assert.deepEqual(first.OPENAI_API_BASE_URLS, ['http://127.0.0.1:9/v1', 'https://api.openai.com/v1'])
  const changes = [
    { ...first, OPENAI_API_BASE_URLS: [], OPENAI_API_KEYS: [], OPENAI_API_CONFIGS: {} },
    { ...first, OPENAI_API_KEYS: ['old-key', ''] },
    { ...first, ENABLE_OPENAI_API: false },
    {
      ...first,
      OPENAI_API_CONFIGS: {
        ...first.OPENAI_API_CONFIGS,
        0: { ...first.OPENAI_API_CONFIGS[0], enable: false },
      },
    },
    {
      ...first,
      OPENAI_API_KEYS: ['old-key', ''],
      OPENAI_API_CONFIGS: { ...first.OPENAI_API_CONFIGS, 0: {} },
    },
  ]
  for (const change of changes) {
    await asAdmin(other, 'POST', '/openai/config/update', change)
    clock.advance(60_000)
    await clock.sleeper(60_000)
    const {
      OPENAI_API_BASE_URLS: urls,
      OPENAI_API_KEYS: keys,
      OPENAI_API_CONFIGS: configs,
      ...rest
    } = await read()
    assert.deepEqual(
      [urls[0], urls.slice(1).includes(urls[0]), keys[0], configs[0], rest],
      [
        first.OPENAI_API_BASE_URLS[0],
        false,
        'bridge-key',
        first.OPENAI_API_CONFIGS[0],
        { ENABLE_OPENAI_API: true },
      ],
    )
  }
  assert.deepEqual(connected, ['connected', ...changes.map(() => 'connected')])
})

test('a second Hub with the same slug leaves the connection and the people of the first [open-webui.second-hub]', async (t) => {
  const shared = await startFakeOpenWebui()
  t.after(() => shared[Symbol.asyncDispose]())
  const environment = { ...SET, SVC_CHATAPP_URL: shared.url, SVC_CHATAPP_API_KEY: shared.adminKey }
  const first = await runHub({ environment })
  t.after(() => first[Symbol.asyncDispose]())
  const bob = await addPerson(shared, 'Bob')
  const granted = await callWith(shared.adminKey, 'POST', `${first.url}/portal/api/access/grant`, {
    hub: 'garden-team',
    subject: bob.email,
    permission: 'use_hub',
  })
  assert.equal(granted.status, 200, granted.text)
  const stateOf = async () => ({
    connections: (await asAdmin(shared, 'GET', '/openai/config')).json,
    model: (await asAdmin(shared, 'GET', '/api/v1/models/model?id=garden-team')).json,
  })
  const isGranted = async () =>
    (await stateOf()).model?.access_grants?.some(
      (one: { principal_id: string }) => one.principal_id === bob.id,
    ) === true
  await until(isGranted, { what: 'the grant reaches Open WebUI' })
  const before = await stateOf()

  const second = await runHub({ environment })
  t.after(() => second[Symbol.asyncDispose]())
  await until(async () => /another Hub named garden-team is connected at/.test(second.errors()), {
    what: 'the second Hub names the first',
  })
  const synced = await callWith(shared.adminKey, 'POST', `${second.url}/portal/api/sync`, {})
  assert.match(synced.text, /another Hub named garden-team/)
  assert.deepEqual(await stateOf(), before)
})

test('the owner of the Hub’s key becomes the first organization administrator [open-webui.owner]', async (t) => {
  const shared = await startFakeOpenWebui()
  t.after(() => shared[Symbol.asyncDispose]())
  const environment = { ...SET, SVC_CHATAPP_URL: shared.url, SVC_CHATAPP_API_KEY: shared.adminKey }
  const running = await runHub({ environment })
  t.after(() => running[Symbol.asyncDispose]())
  const other = await addPerson(shared, 'Ada', 'admin')
  const me = (key: string) => callWith(key, 'GET', `${running.url}/portal/api/me`)
  assert.equal((await me(other.key)).status, 403)
  assert.equal((await me(shared.adminKey)).json.is_organization_admin, true)
  assert.equal((await me(other.key)).status, 403)
})
