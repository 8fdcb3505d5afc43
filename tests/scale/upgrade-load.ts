import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { clientOf, type Answer, type Client } from '../chatapp/client.ts'
import { turnForm } from '../chatapp/page.ts'
import type { Account } from '../support/console-person.ts'

export interface Load {
  readonly failures: readonly string[]
  readonly prompts: ReadonlyMap<string, ReadonlySet<string>>
  readonly deliveries: ReadonlySet<string>
  readonly answered: ReadonlyMap<string, number>
  /** Longest response time by kind, milliseconds. */
  readonly slowest: ReadonlyMap<string, number>
  add(url: string): void
  /** Stops sending to an instance, like a load balancer after a drain. Resolves after the instance's last response. */
  leave(url: string): Promise<void>
  stop(): Promise<void>
}

export interface LoadOptions {
  people: number
  account: Account
  token: string
  id: string
  secret: string
}

/** Does not repeat failed requests. */
export function startLoad(
  first: readonly string[],
  { people, account, token, id, secret }: LoadOptions,
): Load {
  const urls = new Set(first)
  const under = new Map<string, Set<Promise<unknown>>>()
  const failures: string[] = []
  const prompts = new Map<string, Set<string>>()
  const deliveries = new Set<string>()
  const answered = new Map<string, number>()
  const slowest = new Map<string, number>()
  const stopping = new AbortController()

  const reported = async (
    what: string,
    asking: (client: Client) => Promise<Answer>,
  ): Promise<Answer | null> => {
    const url = [...urls][Math.floor(Math.random() * urls.size)]!
    const begun = performance.now()
    const asked = asking(clientOf(url, token, id)).catch((error: Error) => error)
    const all = under.get(url) ?? new Set()
    under.set(url, all.add(asked))
    const answer = await asked
    all.delete(asked)
    slowest.set(what, Math.max(slowest.get(what) ?? 0, performance.now() - begun))
    if (answer instanceof Error || answer.status !== 200) {
      const why =
        answer instanceof Error
          ? `${answer.message}: ${String(answer.cause)}`
          : `${answer.status} ${answer.text}`
      failures.push(`${what} at ${url}: ${why}`)
      return null
    }
    answered.set(what, (answered.get(what) ?? 0) + 1)
    return answer
  }
  const chat = async (person: number) => {
    let parent: string | null = null
    let chatId: string | null = null
    for (let n = 0; n < 5 && !stopping.signal.aborted; n++) {
      const content = n % 2 === 0 ? `/say ${person}-${n}` : `/say begun\n/wait 300\n/say ended`
      const form = turnForm({
        model: 'garden-team',
        chat_id: chatId,
        parent_id: parent,
        user_message: { content },
      })
      const answer = await reported('turn', (client) => client.post('/api/chat/completions', form))
      if (!answer) return
      chatId = answer.json.chat_id as string
      prompts.set(chatId, (prompts.get(chatId) ?? new Set()).add(form.user_message!.id))
      parent = form.id
      await answerEnded(chatId, form.id)
    }
  }
  const answerEnded = async (chatId: string, answerId: string) => {
    for (;;) {
      const chat = await reported('chat', (client) => client.get(`/api/v1/chats/${chatId}`))
      if (!chat || chat.json.chat.history.messages[answerId]?.done) return
      await pause(50)
    }
  }
  const deliver = async () => {
    const delivery = randomBytes(8).toString('hex')
    const headers = { 'x-webhook-secret': secret, 'x-webhook-id': delivery }
    const kept = await reported('delivery', (client) =>
      client.post('/webhooks/garden-team/webhook', { delivery }, headers),
    )
    if (kept) deliveries.add(delivery)
    await pause(30)
  }
  const look = async () => {
    for (const path of ['/api/v1/chats/?page=1', '/api/models', '/api/v1/auths/'])
      await reported('list', (client) => client.get(path))
    await pause(50)
  }
  const enter = async () => {
    await reported('sign-in', (client) =>
      clientOf(client.url).post('/api/v1/auths/signin', account, { origin: client.url }),
    )
    await pause(1500)
  }
  const again = async (work: () => Promise<void>) => {
    while (!stopping.signal.aborted) await work()
  }
  const all = [
    ...Array.from({ length: people }, (_, person) => again(() => chat(person))),
    again(deliver),
    again(look),
    again(enter),
  ]
  return {
    failures,
    prompts,
    deliveries,
    answered,
    slowest,
    add: (url) => void urls.add(url),
    async leave(url) {
      urls.delete(url)
      await Promise.all(under.get(url) ?? new Set<Promise<unknown>>())
    },
    async stop() {
      stopping.abort()
      await Promise.all(all)
    },
  }
}
