import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { startRecordingServer, type ReceivedRequest } from '../support/recording-server.ts'

export interface Outside {
  /** TCP port of the web server, and UDP port that receives STUN requests. */
  readonly port: number
  /** UDP port of a WebRTC peer that the pages contact by IP address. */
  readonly peer: number
  arrived(): string[]
  readonly requests: readonly ReceivedRequest[]
  connections(): number
  datagrams(): number
  awaited(path: string): Promise<void>
}

export async function startOutside(t: TestContext): Promise<Outside> {
  let connections = 0
  let datagrams = 0
  const waiting = new Map<string, () => void>()
  const site = await startRecordingServer(t, (request, response) => {
    const path = request.url!.split('?')[0]!
    response.writeHead(200, {
      'content-type': TYPES[path.split('.').at(-1)!] ?? 'text/html',
      'access-control-allow-origin': '*',
      'access-control-allow-private-network': 'true',
      'cross-origin-resource-policy': 'cross-origin',
    })
    response.end(CONTENT[path] ?? 'outside')
    waiting.get(path)?.()
  })
  site.server.on('connection', () => connections++)
  site.server.on('upgrade', (_request, socket) => socket.destroy())
  const stun = await listenForDatagrams(t, site.port, () => datagrams++)
  let fromPeers = 0
  const peer = await listenForDatagrams(t, 0, () => fromPeers++)
  return {
    port: stun,
    peer,
    requests: site.received,
    arrived: () => [
      ...attemptsIn(site.received.map(({ headers }) => headers.host ?? '').join('\n')),
      ...(fromPeers > 0 ? ['webrtc-peer'] : []),
    ],
    connections: () => connections,
    datagrams: () => datagrams + fromPeers,
    awaited: (path) =>
      new Promise((resolve) => {
        waiting.set(path, () => {
          waiting.delete(path)
          resolve()
        })
      }),
  }
}

async function listenForDatagrams(t: TestContext, port: number, received: () => void): Promise<number> {
  const socket = createSocket('udp4')
  socket.on('message', received)
  socket.bind(port)
  await once(socket, 'listening')
  t.after(() => socket.close())
  return socket.address().port
}

export const attemptsIn = (text: string): string[] =>
  [
    ...new Set([...text.matchAll(/\b([a-z0-9-]+)\.(?:out|name)\.test\b/g)].map(([, name]) => name!)),
  ].toSorted()

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  gif: 'image/gif',
  json: 'application/json',
}

const CONTENT: Readonly<Record<string, string>> = {
  '/allowed.js': 'document.title = "allowed script ran"',
  '/allowed.css': 'body { outline: 3px solid rgb(1, 2, 3) }',
}
