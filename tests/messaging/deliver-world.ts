import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import OpenAI from 'openai'
import { endpointPath } from '#ground/hub/endpoint-path.ts'
import { signIn, signUp, type ConsolePerson } from '../support/console-person.ts'
import { openStore } from '#ground/store/store.ts'
import { folderWith } from '../support/folder.ts'
import { storeOf } from '../support/own-services.ts'
import { runHub } from '../support/running-hub.ts'
import { startRecordingServer } from '../support/recording-server.ts'
import { until } from '../support/until.ts'

export const SECRET = `whsec_${Buffer.from('an hour of quiet in the garden').toString('base64')}`
export const SLUG = 'garden'

export interface Delivery {
  id: string
  by: string
  to: string
  state: string
  reason: string | null
  attempts: number
  sent_at: string | null
  delivered_at: string | null
}

export interface DeliveringHub {
  readonly ann: ConsolePerson
  readonly folder: string
  url(): string
  errors(): string
  writeTask(name: string, deliver: string, script?: string): Promise<void>
  /** @param workflow Default: the task's workflow. */
  run(name: string, workflow?: string): Promise<string>
  deliveries(run: string): Promise<Delivery[]>
  delivered(name: string): Promise<Delivery[]>
  settled(run: string): Promise<Delivery[]>
  sendAgain(...ids: string[]): Promise<void>
  chatsOf(person: ConsolePerson): Promise<{ id: string; title: string; said: string[] }[]>
  person(email: string): Promise<ConsolePerson>
  addressOf(channel: string): string
  again(person: ConsolePerson): Promise<ConsolePerson>
  answer(chat: string, text: string): Promise<void>
  problems(): Promise<Record<string, string | null>>
  killAndRestart(more?: Record<string, string>): Promise<void>
  writeRoster(rows: readonly string[]): Promise<void>
  outbox(): Promise<{ state: string; reason: string | null }[]>
}

export async function startDeliveringHub(
  t: TestContext,
  environment: Record<string, string> = {},
  {
    roster = [],
    surfaces = [],
    dotEnv = '',
  }: { roster?: readonly string[]; surfaces?: readonly string[]; dotEnv?: string } = {},
): Promise<DeliveringHub> {
  const base = await folderWith(t, {
    'garden/agent.md': '---\nname: Garden\n---\nBe brief.\n',
    'garden/identity/access.csv': rosterOf(roster),
    'garden/.env': dotEnv,
    'garden/tasks/README.md': 'Nothing.\n',
    'garden/scripts/README.md': 'Nothing.\n',
  })
  const folder = join(base, 'garden')
  const start = (more: Record<string, string> = {}) =>
    runHub({
      folder,
      environment: {
        SVC_ACCESS: 'groups',
        SVC_DEFAULT_USER_ROLE: 'user',

        SVC_RUN_LEASE: '2',
        ...environment,
        ...more,
      },
      options: surfaces.map((name) => `--${name}`),
    })
  let hub = await start()
  t.after(() => hub[Symbol.asyncDispose]())
  const account = { name: 'Ann', email: 'ann@example.com', password: 'correct horse' }
  let ann = await signUp(hub.url, account)

  const deliveries = async (run: string): Promise<Delivery[]> =>
    (await ann.call('GET', `/portal/api/deliveries?hub=${SLUG}&run_id=${run}`)).items
  const settled = async (run: string) => {
    await until(async () => (await ann.call('GET', `/portal/api/runs/${SLUG}/${run}`)).ended_at !== null)
    await until(async () => (await deliveries(run)).every(({ state }) => state !== 'waiting'))
    return deliveries(run)
  }
  const run = async (name: string, workflow = `md:${name}`): Promise<string> => {
    const body = { hub: SLUG, workflow }
    return (await ann.call('POST', '/portal/api/workflows/run', body)).run_id
  }
  const listed = async () => (await ann.call('GET', `/portal/api/workflows?hub=${SLUG}`)).items
  return {
    get ann() {
      return ann
    },
    folder,
    url: () => hub.url,
    errors: () => hub.errors(),
    async writeTask(name, deliver, script = 'echo "Three ripe *tomatoes*."') {
      await writeFile(join(folder, 'scripts', `${name}.sh`), `${script}\n`)
      const lines = [`name: The ${name}`, `run: scripts/${name}.sh`, deliver]
      await writeFile(join(folder, 'tasks', `${name}.md`), `---\n${lines.join('\n')}\n---\n`)
      await until(async () => (await listed()).some(({ id }: { id: string }) => id === `md:${name}`))
    },
    run,
    deliveries,
    settled,
    delivered: async (name) => settled(await run(name)),
    async sendAgain(...ids) {
      await ann.call('POST', '/portal/api/deliveries/send-again', { hub: SLUG, deliveries: ids })
    },
    async chatsOf(person) {
      const chats = await person.call('GET', '/api/v1/chats/list')
      return Promise.all(
        chats.map(async ({ id, title }: { id: string; title: string }) => {
          const { chat } = await person.call('GET', `/api/v1/chats/${id}`)
          return { id, title, said: chat.messages.map(({ content }: { content: string }) => content) }
        }),
      )
    },
    person: (email) => signUp(hub.url, { name: email, email, password: 'correct horse' }),
    again: ({ account: { email } }) => signIn(hub.url, { name: email, email, password: 'correct horse' }),
    addressOf: (channel) => hub.url + endpointPath(SLUG, channel),
    async answer(chat, text) {
      const { chat: before } = await ann.call('GET', `/api/v1/chats/${chat}`)
      await ann.call('POST', '/api/chat/completions', {
        model: before.models[0],
        stream: true,
        session_id: crypto.randomUUID(),
        chat_id: chat,
        id: crypto.randomUUID(),
        parent_id: before.history.currentId,
        user_message: { id: crypto.randomUUID(), content: text, files: [] },
      })
      await until(async () => {
        const { chat: now } = await ann.call('GET', `/api/v1/chats/${chat}`)
        return now.messages.length > before.messages.length && now.messages.every(({ done }: any) => done)
      })
    },
    problems: async () =>
      Object.fromEntries(
        (await listed()).map(({ id, problem }: { id: string; problem: string | null }) => [id, problem]),
      ),
    writeRoster: (rows) => writeFile(join(folder, 'identity/access.csv'), rosterOf(rows)),
    async outbox() {
      await using store = await openStore(await storeOf(join(folder, '.svc')))
      return store.db.selectFrom('outbox').select(['state', 'reason']).execute()
    },
    async killAndRestart(more) {
      hub.process.kill('SIGKILL')
      await hub.stop()
      hub = await start(more)
      ann = await signIn(hub.url, account)
    },
  }
}

const rosterOf = (rows: readonly string[]): string => ['surface,handle,email,name', ...rows, ''].join('\n')

export async function startReceiver(t: TestContext, port = 0) {
  const taken: { id: string; body: any }[] = []
  const refused: string[] = []
  const answers: (number | 'hang up' | { status: number; headers: Record<string, string> })[] = []
  const { webhooks } = new OpenAI({ apiKey: 'none' })
  const server = await startRecordingServer(
    t,
    async (request, response) => {
      const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()
      const headers = request.headers as Record<string, string>
      await webhooks.verifySignature(body, headers, SECRET).then(
        () => void taken.push({ id: headers['webhook-id']!, body: JSON.parse(body) }),
        (error: Error) => void refused.push(error.message),
      )
      const answer = answers.shift() ?? 200
      if (answer === 'hang up') return void request.socket.destroy()
      const { status, headers: more = {} } = typeof answer === 'number' ? { status: answer } : answer
      response.writeHead(status, more).end('x'.repeat(100_000))
    },
    port,
  )
  return { ...server, taken, refused, answers }
}
