import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { WebSocketServer, type WebSocket } from 'ws'
import type { z } from 'zod'
import { Action, Direct, NewPost, Page, Patch, Typing } from './mattermost-shapes.ts'
import { createMattermostWorld, newId, type MattermostWorld, type WorldPost } from './mattermost-world.ts'

export interface Fault {
  /** Method and prefix of the path after `/api/v4/`, such as `POST posts`. */
  on: string
  does:
    | { answer: number; headers?: Record<string, string>; body: string }
    | 'close before'
    | 'close after'
    /** Processes the request, but the response waits for `release`. */
    | 'hold'
}

export interface MattermostServer extends MattermostWorld {
  readonly url: string
  readonly token: string
  readonly refused: readonly string[]
  readonly asked: readonly string[]
  readonly typing: readonly { channel_id: string; parent_id?: string | undefined }[]
  readonly faults: Fault[]
  sockets(): number
  /** Resolves when all sent messages have been processed on both sides of each socket. */
  settled(): Promise<void>
  held(): number
  tells: boolean
  takesSockets: boolean
  answersPings: boolean
  dropSockets(): void
  loseEvent(): void
  sendRaw(text: string): void
  release(): void
  acceptsToken: boolean
  files: Map<string, { content: Buffer; type: string }>
}

/** A Mattermost server as documented: REST API 4 and events, with a bot account. */
export async function startMattermost(t: TestContext, path = ''): Promise<MattermostServer> {
  const http = createServer()
  const websockets = new WebSocketServer({ noServer: true })
  const connections = new Set<Socket>()
  http.on(
    'connection',
    (socket: Socket) => void connections.add(socket.on('close', () => connections.delete(socket))),
  )
  const live = new Map<WebSocket, { seq: number }>()
  const held: (() => void)[] = []
  const token = newId()

  const emit = (event: string, data: object, channelId: string) => {
    for (const [socket, state] of live)
      if (server.tells || event === 'hello') notify(socket, state, event, data, channelId)
  }
  const notify = (socket: WebSocket, state: { seq: number }, event: string, data: object, channelId = '') =>
    socket.send(
      JSON.stringify({
        event,
        data,
        broadcast: { omit_users: null, user_id: '', channel_id: channelId, team_id: '', connection_id: '' },
        seq: state.seq++,
      }),
    )
  const world = createMattermostWorld(emit)
  const refused: string[] = []
  const asked: string[] = []
  const typing: z.infer<typeof Typing>[] = []

  const server: MattermostServer = {
    ...world,
    url: '',
    token,
    refused,
    asked,
    typing,
    faults: [],
    files: new Map(),
    tells: true,
    takesSockets: true,
    answersPings: true,
    acceptsToken: true,
    sockets: () => live.size,
    async settled() {
      for (const [socket] of [...live, ...live]) {
        socket.ping()
        await once(socket, 'pong')
      }
    },
    held: () => held.length,
    dropSockets: () => live.forEach((_, socket) => socket.terminate()),
    loseEvent: () => live.forEach((state) => state.seq++),
    sendRaw: (text) => live.forEach((_, socket) => socket.send(text)),
    release: () => held.splice(0).forEach((answer) => answer()),
  }

  const errorBody = (status: number, id: string) => ({
    id,
    message: `refused: ${id}`,
    detailed_error: '',
    request_id: newId(),
    status_code: status,
  })
  const refuse = (status: number, id: string): Reply => ({ status, body: errorBody(status, id) })
  const wrong = (what: string, issues: unknown): Reply => {
    refused.push(`${what}: ${JSON.stringify(issues)}`)
    return refuse(400, 'api.context.invalid_body_param.app_error')
  }

  const answer = (method: string, parts: readonly string[], query: object, body: string): Reply => {
    const [, second = ''] = parts
    const route = `${method} ${parts.map((part, index) => (index === 1 ? ':' : part)).join('/')}`
    const json = (): unknown => JSON.parse(body)
    if (route === 'GET users/:') {
      const user = world.users.get(second === 'me' ? world.bot.id : second)
      return user ? { status: 200, body: user } : refuse(404, 'app.user.missing_account.const')
    }
    if (route === 'GET users/:/channels') return { status: 200, body: [...world.channels.values()] }
    if (route === 'POST users/:/typing') {
      const parsed = Typing.safeParse(json())
      if (!parsed.success) return wrong('typing', parsed.error.issues)
      typing.push(parsed.data)
      return { status: 200, body: { status: 'OK' } }
    }
    if (route === 'POST channels/:' && second === 'direct') {
      const parsed = Direct.safeParse(json())
      if (!parsed.success) return wrong('direct channel', parsed.error.issues)
      const name = parsed.data.toSorted().join('__')
      if (!parsed.data.every((id) => world.users.has(id)))
        return refuse(400, 'api.channel.create_direct_channel.invalid_user.app_error')
      const known = [...world.channels.values()].find((channel) => channel.name === name)
      return { status: 201, body: known ?? world.addChannel('D', { name }) }
    }
    if (route === 'GET channels/:') {
      const channel = world.channels.get(second)
      return channel ? { status: 200, body: channel } : refuse(404, 'app.channel.get.existing.app_error')
    }
    if (route === 'GET channels/:/posts') {
      const parsed = Page.safeParse(query)
      if (!parsed.success) return wrong('channel posts', parsed.error.issues)
      const { page, per_page } = parsed.data
      const posts = world.postsOf(second).toReversed()
      return { status: 200, body: listOf(posts.slice(page * per_page, (page + 1) * per_page)) }
    }
    if (route === 'GET posts/:') {
      const post = world.posts.get(second)
      return post && post.delete_at === 0
        ? { status: 200, body: post }
        : refuse(404, 'app.post.get.app_error')
    }
    if (route === 'GET posts/:/thread') {
      const root = world.posts.get(second)
      if (!root || root.delete_at > 0) return refuse(404, 'app.post.get.app_error')
      return {
        status: 200,
        body: listOf(
          world.postsOf(root.channel_id).filter((post) => post.id === root.id || post.root_id === root.id),
        ),
      }
    }
    if (route === 'POST posts') {
      const parsed = NewPost.safeParse(json())
      if (!parsed.success) return wrong('post', parsed.error.issues)
      const created = world.create(parsed.data)
      return typeof created === 'string'
        ? refuse(CREATE_ERRORS[created] ?? 400, created)
        : { status: 201, body: created }
    }
    if (route === 'PUT posts/:/patch' || route === 'DELETE posts/:') {
      const post = world.posts.get(second)
      if (!post || post.delete_at > 0) return refuse(404, 'app.post.get.app_error')
      if (post.user_id !== world.bot.id) return refuse(403, 'api.context.permissions.app_error')
      if (method === 'DELETE') {
        world.remove(post)
        return { status: 200, body: { status: 'OK' } }
      }
      const parsed = Patch.safeParse(json())
      if (!parsed.success) return wrong('patch', parsed.error.issues)
      world.edit(post, parsed.data.message)
      return { status: 200, body: post }
    }
    if (route === 'GET files/:') {
      const file = server.files.get(second)
      return file
        ? { status: 200, raw: file.content, type: file.type }
        : refuse(404, 'app.file_info.get.app_error')
    }
    refused.push(`${method} ${parts.join('/')}`)
    return refuse(404, 'api.context.404.app_error')
  }

  http.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    const [address = '', search] = (request.url ?? '').slice(`${path}/api/v4/`.length).split('?')
    const name = `${request.method} ${address}`
    asked.push(name)
    let body = ''
    for await (const piece of request) body += String(piece)
    const at = server.faults.findIndex(({ on }) => name.startsWith(on))
    const fault = at === -1 ? undefined : server.faults.splice(at, 1)[0]?.does
    if (fault === 'close before') return request.socket.destroy()
    if (typeof fault === 'object') return response.writeHead(fault.answer, fault.headers).end(fault.body)
    const isKnown = server.acceptsToken && request.headers.authorization?.replace(/^bearer /i, '') === token
    const reply = isKnown
      ? answer(
          request.method ?? '',
          address.split('/').map(decodeURIComponent),
          Object.fromEntries(new URLSearchParams(search)),
          body,
        )
      : refuse(401, 'api.context.session_expired.app_error')
    if (fault === 'close after') return request.socket.destroy()
    const send = () =>
      response
        .writeHead(reply.status, { 'content-type': reply.raw ? reply.type : 'application/json' })
        .end(reply.raw ?? JSON.stringify(reply.body))
    if (fault === 'hold') held.push(send)
    else send()
  })

  http.on('upgrade', (request: IncomingMessage, socket: Socket, head) => {
    if (!server.takesSockets || request.url?.split('?')[0] !== `${path}/api/v4/websocket`)
      return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    websockets.handleUpgrade(request, socket, head, (websocket) => {
      websocket.on('close', () => live.delete(websocket))
      websocket.on('message', (data: Buffer) => {
        const parsed = Action.safeParse(JSON.parse(data.toString()))
        if (!parsed.success) return void refused.push(`websocket: ${data.toString()}`)
        const { seq, action } = parsed.data
        if (action === 'authentication_challenge') {
          if (!server.acceptsToken || parsed.data.data.token !== token) return websocket.close()
          websocket.send(JSON.stringify({ status: 'OK', seq_reply: seq }))
          const state = { seq: 0 }
          notify(websocket, state, 'hello', { server_version: '11.9.0', connection_id: newId() })
          live.set(websocket, state)
          return
        }
        if (server.answersPings)
          websocket.send(JSON.stringify({ status: 'OK', seq_reply: seq, data: { text: 'pong' } }))
      })
    })
  })

  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  t.after(() => {
    http.close()
    for (const socket of connections) socket.destroy()
    websockets.close()
  })
  return Object.assign(server, { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}${path}` })
}

interface Reply {
  status: number
  body?: unknown
  raw?: Buffer
  type?: string
}

const listOf = (posts: readonly WorldPost[]) => ({
  order: posts.map(({ id }) => id),
  posts: Object.fromEntries(posts.map((post) => [post.id, post])),
  next_post_id: '',
  prev_post_id: '',
})

const CREATE_ERRORS: Readonly<Record<string, number>> = {
  'api.context.permissions.app_error': 403,
  'api.post.deduplicate_create_post.pending': 500,
}
