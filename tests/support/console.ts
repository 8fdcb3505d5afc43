import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createAccess, type Access } from '#core/access/access.ts'
import { createAccessChanges } from '#core/audit/access-changes.ts'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { redirectLogs } from '#ground/base/log.ts'
import { startBridge } from '#processes/bridge.ts'
import { startChatapp } from '#processes/chatapp.ts'
import type { RunningRole } from '#processes/role.ts'
import { openSecrets } from '#processes/secrets.ts'
import type { StoreLocation } from '#ground/store/location.ts'
import { openStore, type Store } from '#ground/store/store.ts'
import { folderWith } from './folder.ts'
import { placeMigratedSqlite } from './migrated.ts'
import { servicesOf, storeOf } from './own-services.ts'
import { freePorts } from './free-ports.ts'

export interface ConsoleAnswer {
  status: number
  json: any
  text: string
  headers: Headers
}

export interface ConsoleCaller {
  email: string
  id: string
  token: string
  /** Paths are below `/portal/api`. */
  get(path: string, headers?: Record<string, string>): Promise<ConsoleAnswer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<ConsoleAnswer>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<ConsoleAnswer>
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<ConsoleAnswer>
  /** With `hubs`, the key is limited to these Hubs. */
  byKey(hubs?: readonly string[]): Promise<ConsoleCaller>
  newKey(hubs?: readonly string[]): Promise<string>
}

export interface TestConsole {
  url: string
  bridges: readonly string[]
  chatappUrl: string
  /** Public address; no edge listens there. */
  origin: string
  folder: string
  bridgeKey: string
  /** Administers the web chat and, after this person's first request, also the organization. */
  admin: ConsoleCaller
  visitor: ConsoleCaller
  addPerson(name: string, role?: 'user' | 'pending' | 'admin'): Promise<ConsoleCaller>
  stopChatapp(): Promise<void>
  /** At the same address, with further variables. */
  restartChatapp(environment: Readonly<Record<string, string>>): Promise<void>
  stopBridge(index: number): Promise<void>
  access: Access
  store: Store
}

export interface TestConsoleOptions {
  hubs?: readonly string[]
  files?: Readonly<Record<string, string>>
  everywhere?: Readonly<Record<string, string>>
  environment?: Readonly<Record<string, string>>
  clock?: Clock
  moves?: 'all'
  /** Database in `environment`; default: a file in the data folder. */
  location?: StoreLocation
}

export interface Ending {
  after(close: () => PromiseLike<unknown>): void
}

export const CONSOLE_PASSWORD = 'correct horse battery'

export async function startTestConsole(t: Ending, options: TestConsoleOptions = {}): Promise<TestConsole> {
  redirectLogs({ write: (line) => void (process.env.TEST_LOG && process.stderr.write(line)) })
  const hubs = options.hubs ?? ['Garden']
  const folder = await folderWith(t as TestContext, {})
  for (const [n, hub] of hubs.entries())
    await writeFiles(join(folder, hub), {
      'agent.md': `---\nname: ${hub} agent\ndescription: Knows the ${hub.toLowerCase()}\n---\nYou help.\n`,
      ...(n === 0 ? options.files : {}),
      ...options.everywhere,
    })
  const [edge, chatappPort] = await freePorts(2)
  const origin = `http://127.0.0.1:${edge}`
  const dataFolder = join(folder, 'data')
  const environment = {
    PORT: String(edge),
    // No edge runs, so requests use the bridge's own address.
    SVC_PUBLIC_URL: origin,
    SVC_CHATAPP_PORT: String(chatappPort),
    BRIDGE_PORT: '0',
    SVC_DATA_DIR: dataFolder,
    MCP_SERVER: 'true',
    ...(!options.location && (await servicesOf(dataFolder, options.environment))),
    ...options.environment,
  }
  if (!options.location) await placeMigratedSqlite(join(dataFolder, 'hub.db'))
  const running: RunningRole[] = []
  const stopped = new Set<RunningRole>()
  t.after(async () => {
    for (const role of running.toReversed()) if (!stopped.has(role)) await role[Symbol.asyncDispose]()
  })
  const bridges: string[] = []
  for (const hub of hubs) {
    const hubFolder = join(folder, hub)
    const bridge = await startBridge({ environment, hubFolder }, options.clock ?? systemClock)
    running.push(bridge)
    bridges.push(bridge.url)
  }
  const openChatapp = async (more: Readonly<Record<string, string>> = {}) => {
    const context = { environment: { ...environment, ...more }, hubFolder: join(folder, hubs[0]!) }
    const opened = await startChatapp(context, options.moves === 'all' ? options.clock : undefined)
    running.push(opened)
    return opened
  }
  let chatapp = await openChatapp()
  const place = { url: bridges[0]!, chatappUrl: chatapp.url, origin }
  const { bridgeKey } = await openSecrets({ dataFolder, secretsFile: null })
  const admin = await signUp(place, 'Ann')
  const store = await openStore(options.location ?? (await storeOf(dataFolder)))
  t.after(() => store[Symbol.asyncDispose]())
  const clock = options.clock ?? systemClock
  return {
    ...place,
    bridges,
    folder,
    bridgeKey,
    admin,
    visitor: callerOf(place, { email: '', id: '', token: '' }),
    async addPerson(name, role = 'user') {
      const person = await signUp(place, name)
      if (role !== 'pending') await setRole(place, admin, person.id, role)
      return person
    },
    stopChatapp: async () => chatapp[Symbol.asyncDispose](),
    async restartChatapp(more) {
      stopped.add(chatapp)
      await chatapp[Symbol.asyncDispose]()
      chatapp = await openChatapp(more)
    },
    async stopBridge(index) {
      const bridge = running[index]!
      stopped.add(bridge)
      await bridge[Symbol.asyncDispose]()
    },
    access: createAccess({ store, changes: createAccessChanges(store), clock }),
    store,
  }
}

interface Place {
  url: string
  chatappUrl: string
  origin: string
}

async function signUp(place: Place, name: string): Promise<ConsoleCaller> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  const answer = await fetch(`${place.chatappUrl}/api/v1/auths/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, email, password: CONSOLE_PASSWORD }),
  })
  if (!answer.ok) throw new Error(`sign-up of ${name} answered ${answer.status}: ${await answer.text()}`)
  const { token, id } = (await answer.json()) as { token: string; id: string }
  return callerOf(place, { email, id, token })
}

async function setRole(place: Place, admin: ConsoleCaller, id: string, role: string): Promise<void> {
  const answer = await fetch(`${place.chatappUrl}/api/v1/users/${id}/update`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
    body: JSON.stringify({ role }),
  })
  if (!answer.ok) throw new Error(`the role was not set: ${answer.status} ${await answer.text()}`)
}

function callerOf(place: Place, who: { email: string; id: string; token: string }): ConsoleCaller {
  const { token } = who
  const cookie: Record<string, string> = token ? { cookie: `token=${token}` } : {}
  return {
    ...who,
    ...requestsWith(place.url, (method) => (method === 'GET' ? cookie : { ...cookie, origin: place.origin })),
    async byKey(hubs) {
      const authorization = `Bearer ${await this.newKey(hubs)}`
      return { ...callerOf(place, who), ...requestsWith(place.url, () => ({ authorization })) }
    },
    async newKey(hubs) {
      const answer = await fetch(`${place.chatappUrl}/api/v1/auths/${hubs ? 'api_keys' : 'api_key'}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: hubs ? JSON.stringify({ name: 'test', hubs }) : null,
      })
      const { api_key: key } = (await answer.json()) as { api_key: string }
      if (!key) throw new Error(`no key: ${answer.status}`)
      return key
    },
  }
}

export function requestsWith(url: string, headersFor: (method: string) => Record<string, string>) {
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ConsoleAnswer> => {
    const response = await fetch(`${url}/portal/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headersFor(method),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('application/json')
    return {
      status: response.status,
      text,
      json: isJson ? JSON.parse(text) : null,
      headers: response.headers,
    }
  }
  return {
    get: (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Record<string, string>) =>
      send('POST', path, body, headers),
    put: (path: string, body?: unknown, headers?: Record<string, string>) => send('PUT', path, body, headers),
    delete: (path: string, body?: unknown, headers?: Record<string, string>) =>
      send('DELETE', path, body, headers),
  }
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}
