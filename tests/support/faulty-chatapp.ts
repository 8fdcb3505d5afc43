import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `lost`: the web chat processes the request, but the response never arrives. */
export type Fault = 'html' | 'lost' | 'drop' | { status: number; detail: string }

export interface FaultyChatapp {
  url: string
  serviceKey: string
  forwardTo(url: string, adminToken: string): void
  fail(method: string, path: RegExp, fault: Fault): void
  before(method: string, path: RegExp, work: () => Promise<unknown>): void
  heal(): void
  seen: string[]
}

export async function startFaultyChatapp(t: { after(work: () => void): void }): Promise<FaultyChatapp> {
  const serviceKey = 'sk-service'
  let target: { url: URL; token: string } | null = null
  let faults: { method: string; path: RegExp; fault: Fault }[] = []
  let works: { method: string; path: RegExp; work: () => Promise<unknown> }[] = []
  const seen: string[] = []
  const matching = <M extends { method: string; path: RegExp }>(all: M[], { method, url }: IncomingMessage) =>
    all.find((one) => one.method === method && one.path.test(url ?? ''))

  const server = createServer((incoming, answer) => {
    const work = matching(works, incoming)?.work
    if (work) void work().then(() => handle(incoming, answer))
    else handle(incoming, answer)
  })
  const handle = (incoming: IncomingMessage, answer: ServerResponse) => {
    const line = `${incoming.method} ${incoming.url}`
    seen.push(line)
    const found = matching(faults, incoming)
    if (found && found.fault !== 'lost') return respond(found.fault, incoming, answer)
    if (!target) return respond({ status: 503, detail: 'starting' }, incoming, answer)
    const { authorization } = incoming.headers
    const headers = {
      ...incoming.headers,
      host: target.url.host,
      ...(authorization === `Bearer ${serviceKey}` && { authorization: `Bearer ${target.token}` }),
    }
    const forwarded = request(
      {
        host: target.url.hostname,
        port: target.url.port,
        method: incoming.method,
        path: incoming.url,
        headers,
      },
      (upstream) => {
        if (found) {
          upstream.resume().once('end', () => answer.destroy())
          return
        }
        answer.writeHead(upstream.statusCode ?? 502, upstream.headers)
        upstream.pipe(answer)
      },
    )
    forwarded.once('error', () => answer.destroy())
    incoming.pipe(forwarded)
  }
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serviceKey,
    seen,
    forwardTo: (url, token) => void (target = { url: new URL(url), token }),
    fail: (method, path, fault) => void faults.push({ method, path, fault }),
    before: (method, path, work) => void works.push({ method, path, work }),
    heal() {
      faults = []
      works = []
    },
  }
}

function respond(fault: Exclude<Fault, 'lost'>, incoming: IncomingMessage, answer: ServerResponse): void {
  incoming.resume()
  if (fault === 'drop') answer.destroy()
  else if (fault === 'html')
    answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Chat</title>')
  else
    answer
      .writeHead(fault.status, { 'content-type': 'application/json' })
      .end(JSON.stringify({ detail: fault.detail }))
}
