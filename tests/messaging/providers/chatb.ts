import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { ApiError, Update, UserFromGetMe, WebhookInfo } from '@grammyjs/types'
import { METHODS, type Method } from './chatb-methods.ts'
import { createWorld, Refusal, type ChatState, type Draft, type SentMessage } from './chatb-world.ts'

export type Fault =
  | { refuse: number; description?: string; parameters?: ApiError['parameters'] }
  /** Responds with a proxy's HTML page; the request has no effect. */
  | { html: number }
  | 'closed-before'
  | 'closed-after'
  /** The request takes effect, but the response waits for `release`. */
  | 'slow'

export interface Delivered {
  status: number
  text: string
}

export interface ChatbProvider extends AsyncDisposable {
  readonly url: string
  readonly token: string
  readonly bot: UserFromGetMe
  readonly sent: readonly SentMessage[]
  draftsIn(chat: number): readonly Draft[]
  /** Refuses drafts; null accepts them again. */
  refuseDrafts(refusal: { code: number; description: string; retryAfter?: number } | null): void
  readonly calls: readonly { method: Method; parameters: Readonly<Record<string, unknown>> }[]
  readonly refused: readonly string[]
  readonly webhook: Readonly<WebhookInfo> & { readonly secret: string | null }
  failNext(...faults: Fault[]): void
  release(): void
  setChat(chat: number, state: ChatState | null): void
  addFile(path: string, content: Buffer, options?: { toldSize?: number; contentType?: string }): string
  update(payload: Omit<Update, 'update_id'>): Update
  /** The update that the provider sends when a person presses the button with this label below a sent message. */
  press(message: SentMessage, label: string, from: { id: number; first_name: string }): Update
  deliver(update: object, options?: { url?: string; headers?: Record<string, string> }): Promise<Delivered>
}

const TOKEN = '4611686018:AAF-provider_token-of-tests'

/** Chat-b's documented API over real HTTP. Source: Bot API 10. */
export async function startChatb({ token = TOKEN } = {}): Promise<ChatbProvider> {
  const state = createState(token)
  const server = createServer((request, response) => {
    state.handle(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(state.provider, {
    url,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  })
}

function createState(token: string) {
  const { bot, sent, drafts, draftRules, chats, messagesOf, files, webhook, methods } = createWorld(token)
  const calls: ChatbProvider['calls'][number][] = []
  const refused: string[] = []
  const faults: Fault[] = []
  const held: (() => void)[] = []
  let lastUpdate = 870_000_000
  let lastQuery = 4_382_000_000

  function call(name: string, given: unknown): unknown {
    const method = (Object.keys(METHODS) as Method[]).find((one) => one.toLowerCase() === name.toLowerCase())
    if (!method) throw wrong(404, `Not Found: method not found`, name)
    const parsed = METHODS[method].safeParse(given)
    if (!parsed.success) throw wrong(400, `Bad Request: ${parsed.error.issues[0]!.message}`, name)
    calls.push({ method, parameters: parsed.data })
    return methods[method](parsed.data as never)
  }

  const wrong = (code: number, description: string, name: string) => {
    refused.push(`${name}: ${description}`)
    return new Refusal(code, description)
  }

  const answer = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url!, 'http://localhost').pathname
    const [, isFile, given, rest] = /^\/(file\/)?bot([^/]+)\/(.+)$/.exec(path) ?? []
    const body = await buffer(request)
    const fault = faults.shift()
    if (fault === 'closed-before') return void request.socket.destroy()
    if (typeof fault === 'object' && 'html' in fault)
      return void response
        .writeHead(fault.html, { 'content-type': 'text/html' })
        .end('<html><body><h1>Sorry</h1></body></html>')
    try {
      if (typeof fault === 'object')
        throw new Refusal(fault.refuse, fault.description ?? 'Refused', fault.parameters)
      if (given === undefined) throw new Refusal(404, 'Not Found')
      if (given !== token) throw new Refusal(401, 'Unauthorized')
      if (isFile) return serve(response, decodeURIComponent(rest!))
      const result = call(rest!, parametersIn(request, body))
      if (fault === 'closed-after') return void request.socket.destroy()
      if (fault === 'slow') await new Promise<void>((resolve) => held.push(resolve))
      answer(response, 200, { ok: true, result })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, message: description, parameters } = error
      answer(response, code, { ok: false, error_code: code, description, ...(parameters && { parameters }) })
    }
  }

  function serve(response: ServerResponse, path: string) {
    const file = [...files.values()].find((one) => one.path === path)
    if (!file) throw new Refusal(404, 'Not Found')
    response.writeHead(200, { 'content-type': file.contentType, 'content-length': file.content.length })
    response.end(file.content)
  }

  const provider: Omit<ChatbProvider, 'url' | typeof Symbol.asyncDispose> = {
    token,
    bot,
    sent,
    calls,
    refused,
    webhook,
    draftsIn: (chat) => drafts.get(chat) ?? [],
    refuseDrafts(refusal) {
      const { code = 0, description = '', retryAfter } = refusal ?? {}
      const parameters = retryAfter === undefined ? undefined : { retry_after: retryAfter }
      draftRules.refusal = refusal && new Refusal(code, description, parameters)
    },
    failNext: (...next) => void faults.push(...next),
    release: () => held.splice(0).forEach((resolve) => resolve()),
    setChat: (chat, state) => void (state === null ? chats.delete(chat) : chats.set(chat, state)),
    addFile(path, content, { toldSize = content.length, contentType = 'application/octet-stream' } = {}) {
      const id = `file-${files.size + 1}`
      files.set(id, { path, content, toldSize, contentType })
      return id
    },
    update(payload) {
      const message = payload.message ?? payload.edited_message
      if (message) messagesOf(message.chat.id).add(message.message_id)
      return { update_id: ++lastUpdate, ...payload }
    },
    press({ chat, messageId, topic, text, buttons }, label, { id, first_name }) {
      const pressed = buttons.find((button) => button.text === label)
      if (!pressed) throw new Error(`message ${messageId} has no button ${label}`)
      return provider.update({
        callback_query: {
          id: String(++lastQuery),
          from: { id, is_bot: false, first_name },
          message: {
            message_id: messageId,
            from: bot,
            chat:
              chat < 0
                ? { id: chat, type: 'supergroup', title: 'Garden' }
                : { id: chat, type: 'private', first_name },
            date: 1_790_000_000,
            text,
            ...(topic !== null && { message_thread_id: topic, is_topic_message: true }),
          },
          chat_instance: '-3642907',
          data: pressed.callback_data,
        } as never,
      })
    },
    async deliver(update, { url = webhook.url!, headers } = {}) {
      const secret: Record<string, string> =
        webhook.secret === null ? {} : { 'X-Telegram-Bot-Api-Secret-Token': webhook.secret }
      const posted = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...secret, ...headers },
        body: JSON.stringify(update),
      })
      if (!posted.ok)
        Object.assign(webhook, {
          pending_update_count: webhook.pending_update_count + 1,
          last_error_date: Math.floor(Date.now() / 1000),
          last_error_message: `Wrong response from the webhook: ${posted.status} ${posted.statusText}`,
        })
      return { status: posted.status, text: await posted.text() }
    },
  }
  return { provider, handle }
}

/** Accepts JSON, form data and query parameters, like the provider. */
function parametersIn(request: IncomingMessage, body: Buffer): unknown {
  const type = request.headers['content-type'] ?? ''
  if (body.length === 0) return Object.fromEntries(new URL(request.url!, 'http://localhost').searchParams)
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(body.toString()))
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new Refusal(400, 'Bad Request: object expected')
  }
}
