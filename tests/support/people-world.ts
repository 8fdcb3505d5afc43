import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createAccess, type Access } from '#core/access/access.ts'
import { createAccessChanges, type AccessChanges } from '#core/audit/access-changes.ts'
import { systemClock } from '#ground/base/clock.ts'
import { redirectLogs } from '#ground/base/log.ts'
import { accepted } from '#ground/base/result.ts'
import { createChatappClient, type ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { mintServiceToken } from '#ground/identity/service-token.ts'
import { createPeople, type People } from '#features/people/people.ts'
import { startChatapp } from '#processes/chatapp.ts'
import { openSecrets } from '#processes/secrets.ts'
import { openStore, type Store } from '#ground/store/store.ts'
import { testClock } from './clock.ts'
import { folderWith } from './folder.ts'
import { placeMigratedSqlite } from './migrated.ts'
import { freePorts } from './free-ports.ts'
import type { Backend } from './stores.ts'

const done = async () => accepted(undefined)

export interface PeopleWorld {
  store: Store
  access: Access
  changes: AccessChanges
  people: People
  chatapp: ChatappClient
  /** Skips the slow password hash, because no test signs in with this account. */
  signUp(email: string, role?: 'pending' | 'user'): Promise<void>
}

export async function startPeopleWorld(t: TestContext, backend: Backend): Promise<() => PeopleWorld> {
  redirectLogs({ write: () => {} })
  const folder = await folderWith(t, { 'Garden/agent.md': 'You help.' })
  const location = await backend.locate(t)
  if (location.kind === 'sqlite') await placeMigratedSqlite(join(folder, 'data', 'hub.db'))
  const [edge, port] = await freePorts(2)
  const environment = {
    PORT: String(edge),
    SVC_CHATAPP_PORT: String(port),
    SVC_DATA_DIR: join(folder, 'data'),
    ...(location.kind === 'postgres' && { SVC_DATABASE_URL: location.url }),
  }
  const running = await startChatapp({ environment, hubFolder: join(folder, 'Garden') })
  t.after(() => running[Symbol.asyncDispose]())
  await signUpFirst(running.url)
  const { sessionSecret: secret } = await openSecrets({ dataFolder: join(folder, 'data'), secretsFile: null })
  const store = await openStore(
    location.kind === 'postgres' ? location : { kind: 'sqlite', path: join(folder, 'data', 'hub.db') },
  )
  t.after(() => store[Symbol.asyncDispose]())
  const clock = systemClock
  const chatapp = createChatappClient({
    baseUrl: running.url,
    credential: () => mintServiceToken({ secret, clock }),
    clock,
    timeoutMs: 20_000,
  })
  t.after(() => chatapp[Symbol.asyncDispose]())
  return () => {
    const changes = createAccessChanges(store)
    const access = createAccess({ store, changes, clock, capabilitiesOf: async () => ['send_invoices'] })
    const people = createPeople({
      store,
      clock,
      background: testClock(),
      access,
      accessChanges: changes,
      chatapp,
      hub: 'garden',
      agentNames: async () => new Map(),
      newPassword: () => 'never used',
      allowsOwnDeletion: false,
      mails: { secret: 'of links', problem: async () => 'no_mail_server', wake: () => {} },
      signIns: { endSessions: done, removeFactors: done, close: done, reopen: done },
      events: {
        refreshFailed: fail('a refresh failed'),
        syncFailed: fail('a sync failed'),
        endedRoleFailed: fail('a sync failed'),
        accountHalfChanged: fail('a change stopped half way'),
      },
    })
    t.after(() => people[Symbol.asyncDispose]())
    return {
      store,
      access,
      changes,
      people,
      chatapp,
      signUp: async (email, role = 'pending') =>
        void (await store.db
          .insertInto('chatapp_users')
          .values({ ...ACCOUNT, id: `id-${email}`, email, name: email.split('@')[0]!, role })
          .execute()),
    }
  }
}

async function signUpFirst(url: string): Promise<void> {
  const answer = await fetch(`${url}/api/v1/auths/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ann', email: 'ann@x.org', password: 'correct horse battery' }),
  })
  if (!answer.ok) throw new Error(`the first sign-up answered ${answer.status}: ${await answer.text()}`)
}

const fail = (what: string) => (event: object) => {
  throw new Error(`${what}: ${JSON.stringify(event)}`)
}

const ACCOUNT = {
  password_hash: null,
  profile_image_url: '',
  oauth: null,
  settings: '{}',
  created_at: 2_000_000_000,
  updated_at: 2_000_000_000,
  last_active_at: 2_000_000_000,
}
