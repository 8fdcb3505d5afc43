import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { WebSocketServer, type WebSocket } from 'ws'
import { history, listed, replies, type Conversation, type KeptMessage } from './teamchat-history.ts'
import { createStreams, seen } from './teamchat-streams.ts'
import { pressPayload } from './teamchat-presses.ts'
import { Acknowledgement, isMethod, METHODS, type Asked, type Method } from './teamchat-methods.ts'

export const TOKENS = { app: 'xapp-1-A01-sesame', bot: 'xoxb-12-sesame' }
export const TEAM = 'T01'
export const BOT = 'U0BOT'
const USER_NOT_FOUND = { ok: false, error: 'user_not_found' }

export type Fault =
  | { status: number; body?: string; headers?: Record<string, string> }
  | { error: string; needed?: string }
  | { hangUp: 'before' | 'after' }
  | { after: Promise<void> }

interface Written {
  channel: string
  user?: string
  text?: string
  thread_ts?: string
  subtype?: string
  [field: string]: unknown
}

// oxlint-disable-next-line max-lines-per-function -- one world, whose parts share what is in it
export async function startTeamchat({ now = Date.now }: { now?: () => number } = {}) {
  const conversations = new Map<string, Conversation>()
  const users = new Map<string, Record<string, unknown>>()
  const files = new Map<string, { info: Record<string, unknown>; content: string; type: string }>()
  const faults = new Map<Method | 'file', Fault[]>()
  const sockets: WebSocket[] = []
  const tickets = new Set<string>()
  const state = {
    /** While true, the server delivers no events, but answers pings. */
    isDeaf: false,
    /** While true, the server answers no pings. */
    isSilent: false,
    /** Number of connections that other programs hold. */
    foreign: 0,
    /** Reason sent instead of `hello`. */
    refusal: null as string | null,
    mostPerPage: 1000,
    calls: [] as { method: string; asked: Record<string, unknown> }[],
    refused: [] as { method: string; why: string }[],
    acknowledged: [] as string[],
    greeted: [] as number[],
    posted: [] as (KeptMessage & { channel: string })[],
    authorized: [] as { path: string; authorization: string | undefined }[],
  }
  const waiting = new Set<() => void>()
  const changed = () => waiting.forEach((look) => look())
  const addConversation = (id: string, type: Conversation['type']) =>
    void conversations.set(id, { id, type, isArchived: false, messages: [] })
  let count = 0
  const nextTs = () => `${Math.floor(now() / 1000)}.${String(++count).padStart(6, '0')}`

  const { sealAll, ...streams } = createStreams({
    conversations,
    keep: (message) => keep({ ...message, user: BOT, bot_id: 'B01' }),
  })
  const answers: { [M in Method]: (asked: Asked<M>) => object } = {
    'apps.connections.open': () => {
      const ticket = `ticket-${++count}`
      tickets.add(ticket)
      return { ok: true, url: `ws://127.0.0.1:${port}/link/?ticket=${ticket}&app_id=A01` }
    },
    'auth.test': () => ({
      ok: true,
      url: 'https://a.example/',
      team: 'A',
      user: 'hub',
      team_id: TEAM,
      user_id: BOT,
      bot_id: 'B01',
    }),
    'users.conversations': (asked) => listed([...conversations.values()], asked, state.mostPerPage),
    'conversations.open': ({ users: user }) => {
      if (users.has(user) && !conversations.has(`D${user}`)) addConversation(`D${user}`, 'im')
      return users.has(user) ? { ok: true, channel: { id: `D${user}` } } : USER_NOT_FOUND
    },
    'conversations.history': (asked) => history(conversations.get(asked.channel), asked, state.mostPerPage),
    'conversations.replies': (asked) => replies(conversations.get(asked.channel), asked, state.mostPerPage),
    'chat.postEphemeral': ({ channel }) =>
      conversations.has(channel)
        ? { ok: true, message_ts: nextTs() }
        : { ok: false, error: 'channel_not_found' },
    'chat.postMessage': ({ channel, text, thread_ts: thread, metadata, blocks }) => {
      const conversation = conversations.get(channel)
      if (!conversation) return { ok: false, error: 'channel_not_found' }
      if (conversation.isArchived) return { ok: false, error: 'is_archived' }
      if (text === '') return { ok: false, error: 'no_text' }
      if (text.length > 40_000) return { ok: false, error: 'msg_too_long' }
      const message = keep({
        channel,
        user: BOT,
        bot_id: 'B01',
        text,
        ...(thread && { thread_ts: thread }),
        ...(blocks && { blocks }),
        metadata,
      })
      state.posted.push({ ...message, channel })
      return { ok: true, channel, ts: message.ts, message }
    },
    ...streams,
    'users.info': ({ user }) => (users.has(user) ? { ok: true, user: users.get(user) } : USER_NOT_FOUND),
    'files.info': ({ file }) =>
      files.has(file) ? { ok: true, file: files.get(file)?.info } : { ok: false, error: 'file_not_found' },
  }

  function keep({ channel, ...written }: Written): KeptMessage {
    const message: KeptMessage = { type: 'message', ts: nextTs(), text: '', ...written }
    conversations.get(channel)?.messages.push(message)
    return message
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '', 'http://local')
    const { authorization } = request.headers
    state.authorized.push({ path: pathname, authorization })
    const method = pathname.replace('/api/', '')
    const fault = isMethod(method) ? faults.get(method)?.shift() : faults.get('file')?.shift()
    if (fault && 'hangUp' in fault && fault.hangUp === 'before') return void request.socket.destroy()
    const asked = Object.fromEntries(new URLSearchParams(await readText(request)))
    if (fault && 'after' in fault) await fault.after
    if (fault && 'status' in fault)
      return void response.writeHead(fault.status, fault.headers).end(fault.body ?? '')
    if (pathname.startsWith('/files-pri/')) return sendFile(pathname, authorization, response)
    const output = fault && 'error' in fault ? { ok: false, ...fault } : judged(method, asked, request)
    state.calls.push({ method, asked })
    changed()
    if (fault && 'hangUp' in fault) return void request.socket.destroy()
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(output))
  }

  function judged(method: string, asked: Record<string, string>, request: IncomingMessage): object {
    const refuse = (error: string, why: string) => {
      state.refused.push({ method, why })
      return { ok: false, error }
    }
    if (request.method !== 'POST' || !isMethod(method)) return refuse('unknown_method', `${request.method}`)
    const token = method === 'apps.connections.open' ? TOKENS.app : TOKENS.bot
    if (request.headers.authorization !== `Bearer ${token}`) return { ok: false, error: 'invalid_auth' }
    const parsed = METHODS[method].safeParse(asked)
    if (!parsed.success) return refuse('invalid_arguments', parsed.error.message)
    return (answers[method] as (asked: unknown) => object)(parsed.data)
  }

  function sendFile(path: string, authorization: string | undefined, response: ServerResponse) {
    const file = files.get(path.split('/').at(-1) ?? '')
    if (authorization !== `Bearer ${TOKENS.bot}` || !file)
      return void response.writeHead(302, { location: 'https://a.example/signin' }).end()
    response.writeHead(200, { 'content-type': file.type }).end(file.content)
  }

  const server = createServer((request, response) => void answer(request, response))
  const links = new WebSocketServer({ noServer: true, autoPong: false })
  server.on('upgrade', (request, socket, head) => {
    const ticket = new URL(request.url ?? '', 'http://local').searchParams.get('ticket') ?? ''
    if (!tickets.delete(ticket)) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    links.handleUpgrade(request, socket, head, (link) => begin(link))
  })

  function begin(link: WebSocket) {
    const say = (frame: object) => link.send(JSON.stringify(frame))
    if (state.refusal)
      return say({ type: 'disconnect', reason: state.refusal, debug_info: { host: 'local' } })
    sockets.push(link)
    link.on('close', () => {
      sockets.splice(sockets.indexOf(link), 1)
      changed()
    })
    link.on('ping', (data) => state.isSilent || link.pong(data))
    link.on('message', (data: Buffer) => {
      const acknowledged = Acknowledgement.safeParse(JSON.parse(data.toString()))
      if (acknowledged.success) state.acknowledged.push(acknowledged.data.envelope_id)
      else state.refused.push({ method: 'acknowledge', why: acknowledged.error.message })
      changed()
    })
    state.greeted.push(sockets.length)
    say({
      type: 'hello',
      num_connections: sockets.length + state.foreign,
      debug_info: { host: 'local', build_number: 1, approximate_connection_time: 18_060 },
      connection_info: { app_id: 'A01' },
    })
    changed()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  function deliver(type: string, payload: object): string {
    const id = `envelope-${++count}`
    if (!state.isDeaf)
      sockets.at(-1)?.send(
        JSON.stringify({
          envelope_id: id,
          type,
          payload,
          accepts_response_payload: type !== 'events_api',
          retry_attempt: 0,
          retry_reason: '',
        }),
      )
    return id
  }
  const event = (event: object): object => ({
    token: 'verification-token',
    team_id: TEAM,
    api_app_id: 'A01',
    type: 'event_callback',
    event_id: `Ev${++count}`,
    event_time: Math.floor(now() / 1000),
    authorizations: [
      { enterprise_id: null, team_id: TEAM, user_id: BOT, is_bot: true, is_enterprise_install: false },
    ],
    event,
  })
  const typeOf = (channel: string) => conversations.get(channel)?.type ?? 'channel'

  return {
    apiBase: `http://127.0.0.1:${port}/api`,
    environment: {
      TEAMCHAT_APP_TOKEN: TOKENS.app,
      TEAMCHAT_BOT_TOKEN: TOKENS.bot,
      TEAMCHAT_API_BASE: `http://127.0.0.1:${port}/api`,
    },
    state,
    sockets,
    conversations,
    users,
    files,
    event,
    deliver,
    addConversation,
    addFile(
      id: string,
      content: string,
      { type = 'text/plain', ...more }: { type?: string; [field: string]: unknown } = {},
    ) {
      const info = {
        id,
        name: `${id}.txt`,
        mimetype: type,
        mode: 'hosted',
        size: Buffer.byteLength(content),
        url_private: `http://127.0.0.1:${port}/files-pri/${TEAM}/${id}`,
        ...more,
      }
      files.set(id, { info, content, type })
      return info
    },
    write(written: Written, { isMention = false }: { isMention?: boolean } = {}) {
      const message = keep(written)
      const reported = { ...message, channel: written.channel, event_ts: message.ts }
      const payload = event({ ...reported, channel_type: typeOf(written.channel) })
      const envelopes = [deliver('events_api', payload)]
      if (isMention) envelopes.push(deliver('events_api', event({ ...reported, type: 'app_mention' })))
      return { ts: message.ts, payload, envelopes }
    },
    press: (message: KeptMessage & { channel: string }, label: string, user: string): string =>
      deliver('interactive', pressPayload(message, { label, user, team: TEAM, ts: nextTs() })),
    sealAll,
    saidIn: (channel: string): string[] =>
      (conversations.get(channel)?.messages ?? []).filter(({ user }) => user === BOT).map(seen),
    disconnect(reason: string) {
      sockets.at(-1)?.send(JSON.stringify({ type: 'disconnect', reason, debug_info: { host: 'local' } }))
    },
    fault(method: Method | 'file', ...next: Fault[]) {
      faults.set(method, [...(faults.get(method) ?? []), ...next])
    },
    until: (holds: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!holds()) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    async [Symbol.asyncDispose]() {
      for (const link of links.clients) link.terminate()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type TeamchatProvider = Awaited<ReturnType<typeof startTeamchat>>
