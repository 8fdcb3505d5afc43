import { readFile } from 'node:fs/promises'
import { createServer, request as forward, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { linkGenerationIn } from '#core/chats/folder/claim.ts'
import { linkQuery } from '#core/chats/link.ts'
import { scopeFolder } from '#core/chats/scope.ts'
import type { ReceivedRequest } from '../support/recording-server.ts'
import { signUp, type ConsolePerson } from '../support/console-person.ts'
import type { Ending } from '../support/console.ts'
import { atProcessEnd } from '../support/process-end.ts'
import { runHub, type RunningHub } from '../support/running-hub.ts'

export interface IsolationWorld {
  readonly hub: RunningHub
  /** Origin of the Hub for browsers: a recording proxy before the edge. */
  readonly origin: string
  /** Recorded requests, oldest first. Tests may clear them. */
  readonly received: ReceivedRequest[]
  readonly ann: ConsolePerson
  chatFile(
    filename: string,
    content: string | Uint8Array<ArrayBuffer>,
    options?: { type?: string; chat?: string },
  ): Promise<string>
  published(filename: string, content: string): Promise<PublishedFile>
}

export interface PublishedFile {
  readonly id: string
  share(): Promise<string>
}

export async function sharedWorld(): Promise<IsolationWorld> {
  const world = await (shared ??= startIsolationWorld(
    { after: atProcessEnd },
    { SVC_ALLOWED_HOSTS: 'hub.lan.test' },
  ))
  world.received.length = 0
  return world
}
let shared: Promise<IsolationWorld> | undefined

export async function startIsolationWorld(
  t: Ending,
  environment: Record<string, string> = {},
): Promise<IsolationWorld> {
  const hub = await runHub({ environment: { SVC_PROCESSES: 'single', ...environment } })
  t.after(() => hub[Symbol.asyncDispose]())
  const received: ReceivedRequest[] = []
  const front = await startFront(hub.url, received)
  t.after(() => close(front))
  const origin = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  const ann = await signUp(origin, {
    name: 'Ann',
    email: 'ann@example.com',
    password: 'correct horse battery',
  })
  const secrets = JSON.parse(await readFile(join(hub.folder, '.svc/secrets.json'), 'utf8')) as {
    bridgeKey: string
    linkSecret: string
  }
  const slug = hub.ready.hubs[0]!.slug
  for (const permission of ['use_hub', 'share_public'])
    await ann.call('POST', '/portal/api/access/grant', { subject: ann.account.email, hub: slug, permission })
  received.length = 0
  return {
    hub,
    origin,
    received,
    ann,
    async chatFile(filename, content, { type, chat = 'c1' } = {}) {
      const name = encodeURIComponent(filename)
      const answer = await fetch(`${hub.bridge}/uploads/${chat}/${name}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${secrets.bridgeKey}`,
          'x-chatapp-user-email': ann.account.email,
          ...(type === undefined ? {} : { 'content-type': type }),
        },
        body: new Blob([content]),
      })
      if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
      const links = { hubPath: '', secret: secrets.linkSecret, ttlSeconds: null }
      const generation = await linkGenerationIn(join(hub.folder, '.chats', scopeFolder(chat)))
      return `/artifacts/${chat}/${name}${linkQuery(links, { segment: chat, filename, generation }, 0)}`
    },
    async published(filename, content) {
      const query = new URLSearchParams({ hub: slug, filename, title: filename })
      const answer = await fetch(`${origin}/portal/artifacts/api/upload?${query}`, {
        method: 'POST',
        headers: { cookie: `token=${ann.token}`, origin, 'content-type': 'text/html' },
        body: content,
      })
      if (answer.status !== 201) throw new Error(`publish: ${answer.status} ${await answer.text()}`)
      const { id } = (await answer.json()) as { id: string }
      return {
        id,
        async share() {
          const made = await ann.call<{ url: string }>('POST', `/portal/artifacts/api/${id}/link`, {
            action: 'create',
          })
          const { pathname, hash } = new URL(made.url)
          return origin + pathname + hash
        },
      }
    },
  }
}

async function startFront(target: string, received: ReceivedRequest[]): Promise<Server> {
  const { hostname, port } = new URL(target)
  const server = createServer((request, response) => {
    const { method = '', url = '', rawHeaders, headers } = request
    received.push({ method, target: url, rawHeaders, headers })
    const onward = forward(
      { hostname, port, method, path: url, headers: rawHeaders, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.rawHeaders)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  server.keepAliveTimeout = 75_000 // longer than the clients' keep-alive, so that the server does not close a connection in use
  server.on('upgrade', (request, socket) => {
    const { method = '', url = '', rawHeaders, headers } = request
    received.push({ method, target: url, rawHeaders, headers })
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function close(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
