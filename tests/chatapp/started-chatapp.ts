import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isBlocked } from '#core/access/is-blocked.ts'
import { createServedModels } from '#core/agent/model/refusals/served-models.ts'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { listen } from '#ground/base/http-server.ts'
import { openFolderBlobs } from '#ground/blobs/folder.ts'
import { newId } from '#ground/base/ids.ts'
import { createLog } from '#ground/base/log.ts'
import { createLocalBus } from '#ground/bus/local.ts'
import { createOwnAddress } from '#ground/base/network/own-address.ts'
import { chatappEvents } from '#chatapp/http/log-events.ts'
import type { ChatappOptions } from '#chatapp/options.ts'
import { createChatapp } from '#chatapp/server.ts'
import type { StoreLocation } from '#ground/store/location.ts'
import { openStore, type Store } from '#ground/store/store.ts'
import { openAccountLinks } from '#processes/account-links.ts'
import { otherInstances } from '#processes/other-instances.ts'
import { schedulingIn } from '#processes/scheduling.ts'
import type { Ending } from '../support/console.ts'
import { placeMigratedSqlite } from '../support/migrated.ts'
import { storeOf } from '../support/own-services.ts'
import { clientOf, type Client } from './client.ts'
import { partsOf } from './cluster-parts.ts'
import { startRecordingAgent, type RecordingAgent } from './recording-agent.ts'

export interface StartedChatapp {
  url: string
  agent: RecordingAgent
  store: Store
  folder: string
  location: StoreLocation
  visitor: Client
  signUp(name: string): Promise<Client>
  addUser(name: string, admin: Client): Promise<Client>
  stop(): Promise<void>
}

export type ChatappSettings = Partial<Omit<ChatappOptions, 'store' | 'events' | 'apiKeys'>> & {
  apiKeys?: boolean
  agent?: RecordingAgent
  location?: StoreLocation
  lockTimeoutMs?: number
}

export async function startTestChatapp(t: Ending, settings: ChatappSettings = {}): Promise<StartedChatapp> {
  const { agent: given, location: givenLocation, lockTimeoutMs, ...options } = settings
  const folder = options.folder ?? (await temporaryFolder(t))
  const location = givenLocation ?? (await storeOf(folder))
  if (location.kind === 'sqlite' && !existsSync(location.path)) await placeMigratedSqlite(location.path)
  const agent = given ?? (await startRecordingAgent())
  if (!given) t.after(() => agent[Symbol.asyncDispose]())
  const store = await openStore(location, { lockTimeoutMs })
  const ofCluster = givenLocation ? null : await partsOf(t, folder, store)
  const { url, chatapp } = await openTestChatapp({ ...ofCluster, ...options, folder, store }, agent.url)
  let stopped: Promise<void> | null = null
  const stop = () =>
    (stopped ??= (async () => {
      await chatapp[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
    })())
  t.after(stop)
  const visitor = clientOf(url)
  const signUp = (name: string) => signUpAt(url, name)
  return {
    url,
    agent,
    store,
    folder,
    location,
    visitor,
    signUp,
    async addUser(name, admin) {
      const client = await signUp(name)
      await admin.post(`/api/v1/users/${client.id}/update`, { role: 'user' })
      return client
    },
    stop,
  }
}

export async function openTestChatapp(
  { apiKeys = false, ...options }: Pick<ChatappOptions, 'store' | 'folder'> & ChatappSettings,
  agentUrl: string,
) {
  const { store, folder } = options
  const log = createLog('chatapp-test', (process.env.TEST_LOG as 'info') ?? 'error')
  const clock: Clock = options.clock ?? systemClock
  const accountLinks = openAccountLinks(
    {
      store,
      clock,
      log,
      mail: { environment: null, setups: { list: async () => [] } },
      secrets: { bridgeKey: '', linkSecret: 'a secret of links', sessionSecret: '' },
      shared: { publicUrl: '', publicUrlIsSet: false },
    },
    () => {},
  )
  const chatapp = await createChatapp({
    bus: createLocalBus({ clock: systemClock }),
    clock: systemClock satisfies Clock,
    ...(await otherInstances({ store, clock: options.clock ?? systemClock })),
    pagesFolder: join(folder, 'no-pages'),
    hasNavigationScript: true,
    connections: () => [{ url: agentUrl, key: 'test-bridge-key', slug: 'garden', away: null }],
    scheduling: schedulingIn(store),
    servedModels: createServedModels(systemClock),
    identityPrefix: 'X-ChatApp',
    sessionSecret: 'a secret only tests know, 32 or more',
    consentSecret: 'another secret only tests know',
    sessionSeconds: 28 * 86_400,
    cookies: 'auto',
    signUp: true,
    isBlocked: (email) => isBlocked(store, email),
    accountLinks,
    defaultRole: 'pending',
    apiKeys: () => apiKeys,
    publicUrl: null,
    own: createOwnAddress({ publicUrl: options.publicUrl ?? null, names: [] }),
    maxFileBytes: 1024 * 1024,
    passwordCost: { memory: 64, passes: 1, parallelism: 1 },
    version: '0.0.0-test',
    instance: { id: newId(), name: 'test' },
    events: chatappEvents(log),
    blobs: options.blobs ?? (await openFolderBlobs({ folder: join(folder, 'files') })),
    ...options,
  })
  const url = await listen(chatapp.server, { host: '127.0.0.1', port: 0, variable: 'none' })
  return {
    chatapp: {
      async [Symbol.asyncDispose]() {
        await chatapp[Symbol.asyncDispose]()
        await accountLinks[Symbol.asyncDispose]()
      },
    },
    url,
  }
}

export async function signUpAt(url: string, name: string): Promise<Client> {
  const form = { name, email: emailOf(name), password: PASSWORD }
  const answer = await clientOf(url).post('/api/v1/auths/signup', form)
  if (answer.status !== 200) throw new Error(`sign-up of ${name} answered ${answer.status}: ${answer.text}`)
  return clientOf(url, answer.json.token as string, answer.json.id as string)
}

export const PASSWORD = 'correct horse battery'
export const emailOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@example.com`

export async function temporaryFolder(t: Ending): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-chatapp-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}
