import { systemClock, type Clock } from '#ground/base/clock.ts'
import {
  CONSOLE_PASSWORD,
  startTestConsole,
  type ConsoleCaller,
  type Ending,
  type TestConsole,
  type TestConsoleOptions,
} from '../support/console.ts'

export interface Answer {
  status: number
  headers: Headers
  bytes: Buffer
  text: string
  json: any
}

export interface Visitor {
  email: string
  id: string
  /** Paths are below `/portal`. */
  ask(
    method: string,
    path: string,
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>
  publish(file: {
    filename?: string
    content?: string | Uint8Array
    title?: string
    artifact?: string
    hub?: string
  }): Promise<any>
  share(id: string, audience: { kind: string; people?: string[]; groups?: string[] }): Promise<Answer>
}

export interface ArtifactsWorld {
  console: TestConsole
  pat: Visitor
  signedOut: Visitor
  admin: Visitor
  addVisitor(name: string, ...permissions: string[]): Promise<Visitor>
  visitorOf(caller: Pick<ConsoleCaller, 'email' | 'id' | 'token'>): Visitor
  grant(email: string, permission?: string): Promise<void>
  revoke(email: string, permission?: string): Promise<void>
  block(email: string, isBlocked?: boolean): Promise<void>
  signIn(visitor: Visitor): Promise<Visitor>
  chatapp(method: string, path: string, body?: unknown): Promise<any>
  addGroup(name: string, members: readonly Visitor[]): Promise<string>
  forget(): void
  wait(ms: number): void
}

/** Longer than the web chat caches responses. */
const LONG_ENOUGH_MS = 6000
/** Sleeps of at least this length end only when the test advances the clock. */
const LONG_SLEEP_MS = 60_000

/** @param isBare `pat` gets no permissions on the Hub. */
export async function startArtifacts(
  t: Ending,
  { isBare = false, ...options }: TestConsoleOptions & { isBare?: boolean } = {},
): Promise<ArtifactsWorld> {
  let ahead = 0
  const now = () => systemClock.now() + ahead
  const sleepers = new Set<{ until: number; wake(): void }>()
  const clock: Clock = {
    ...systemClock,
    now,
    sleep: (ms, signal) =>
      ms < LONG_SLEEP_MS
        ? systemClock.sleep(ms, signal)
        : new Promise((resolve, reject) => {
            if (signal?.aborted) return reject(signal.reason)
            const sleeper = { until: now() + ms, wake: resolve }
            sleepers.add(sleeper)
            signal?.addEventListener('abort', () => {
              sleepers.delete(sleeper)
              reject(signal.reason)
            })
          }),
  }
  const move = (ms: number) => {
    ahead += ms
    for (const sleeper of sleepers) if (sleeper.until <= now() && sleepers.delete(sleeper)) sleeper.wake()
  }
  // Resources end in reverse order, so that no process writes to a deleted folder.
  const ends: Parameters<Ending['after']>[0][] = []
  t.after(async () => {
    for (const end of ends.toReversed()) await end()
  })
  const console = await startTestConsole(
    { after: (end) => void ends.push(end) },
    { clock, moves: 'all', ...options },
  )
  const { admin, url, origin, chatappUrl } = console
  const changed = (answer: { status: number; text: string }) => {
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  }
  const visitorOf: ArtifactsWorld['visitorOf'] = ({ email, id, token }) => {
    const cookie: Record<string, string> = token ? { cookie: `token=${token}` } : {}
    const ask: Visitor['ask'] = async (method, path, { body, headers = {} } = {}) => {
      const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array
      const answer = await fetch(`${url}/portal${path}`, {
        method,
        redirect: 'manual',
        headers: {
          ...cookie,
          ...(method === 'GET' || method === 'HEAD' ? {} : { origin }),
          ...(isRaw ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: isRaw ? ((body ?? null) as BodyInit | null) : JSON.stringify(body),
      })
      const bytes = Buffer.from(await answer.arrayBuffer())
      const text = bytes.toString()
      const isJson = answer.headers.get('content-type')?.includes('application/json')
      return {
        status: answer.status,
        headers: answer.headers,
        bytes,
        text,
        json: isJson ? JSON.parse(text) : null,
      }
    }
    return {
      email,
      id,
      ask,
      async publish({ filename = 'report.txt', content = 'hello', ...query }) {
        const search = new URLSearchParams({ hub: 'garden', filename, ...query })
        const answer = await ask('POST', `/artifacts/api/upload?${search}`, { body: content })
        if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
        return answer.json
      },
      share: (artifact, audience) => ask('POST', `/artifacts/api/${artifact}/audience`, { body: audience }),
    }
  }
  const world: Omit<ArtifactsWorld, 'pat'> = {
    console,
    signedOut: visitorOf({ email: '', id: '', token: '' }),
    admin: visitorOf(admin),
    visitorOf,
    async addVisitor(name, ...permissions) {
      const visitor = visitorOf(await console.addPerson(name))
      for (const permission of permissions) await world.grant(visitor.email, permission)
      return visitor
    },
    grant: async (subject, permission = 'use_hub') =>
      changed(await admin.post('/access/grant', { subject, hub: 'garden', permission })),
    revoke: async (subject, permission = 'use_hub') =>
      changed(await admin.post('/access/revoke', { subject, hub: 'garden', permission })),
    block: async (subject, suspended = true) =>
      changed(await admin.post('/people/block', { subject, suspended })),
    async signIn({ email }) {
      const answer = await fetch(`${chatappUrl}/api/v1/auths/signin`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: CONSOLE_PASSWORD }),
      })
      if (!answer.ok) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
      return visitorOf((await answer.json()) as ConsoleCaller)
    },
    async chatapp(method, path, body) {
      const answer = await fetch(`${chatappUrl}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
      return JSON.parse(text)
    },
    async addGroup(name, members) {
      const { id } = await world.chatapp('POST', '/groups/create', { name, description: '' })
      await world.chatapp('POST', `/groups/id/${id}/users/add`, {
        user_ids: members.map((member) => member.id),
      })
      return id
    },
    forget: () => move(LONG_ENOUGH_MS),
    wait: move,
  }
  await admin.get('/me') // the first request makes her the organization's administrator
  return { ...world, pat: await world.addVisitor('Pat', ...(isBare ? [] : ['use_hub'])) }
}
