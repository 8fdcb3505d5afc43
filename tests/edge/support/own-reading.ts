import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { silentLog } from '#ground/base/log.ts'
import { createOwnAddress } from '#ground/base/network/own-address.ts'
import { admitEdgeRequest } from '#surfaces/edge/admission.ts'
import { ClientConnection } from '#surfaces/edge/engine/client-connection.ts'
import type { EdgeReply } from '#surfaces/edge/engine/reply.ts'
import type { ClientRequest } from '#surfaces/edge/engine/request.ts'
import { UpstreamConnection } from '#surfaces/edge/engine/upstream-connection.ts'
import { forward } from '#surfaces/edge/exchange.ts'
import { namesNotPassed, OUR_PREFIXES, requestHeaders } from '#surfaces/edge/headers.ts'
import { edgeEvents } from '#surfaces/edge/log-events.ts'
import type { Upstream } from '#surfaces/edge/upstream.ts'
import type { ReadAnswer, ReadRequest } from './node-reading.ts'

class HeldSocket extends EventEmitter {
  isEnded = false
  isReset = false
  readonly written: Buffer[] = []
  readonly writableNeedDrain = false
  readonly readable = true
  readonly writable = true
  readonly remoteAddress = '192.0.2.1'
  write(data: string | Buffer): boolean {
    this.written.push(typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data))
    return true
  }
  end(): void {
    this.isEnded = true
  }
  destroySoon(): void {
    this.isEnded = true
  }
  destroy(): void {
    this.isEnded = true
  }
  resetAndDestroy(): void {
    this.isEnded = true
    this.isReset = true
  }
  pause(): void {}
  isPaused(): boolean {
    return false
  }
  resume(): void {}
  cork(): void {}
  uncork(): void {}
  setTimeout(): void {}
}

const asSocket = (held: HeldSocket): Socket => held as unknown as Socket
const EVERY_NAME = createOwnAddress({ publicUrl: null, names: ['*'] })
const EVENTS = edgeEvents(silentLog())
const LONG_TIMEOUTS = { headMs: 1e9, requestMs: 1e9, keptMs: 1e9, silentMs: 1e9, headBytes: 32 * 1024 }
const HANDLING = { timeouts: LONG_TIMEOUTS, isLastAnswer: () => false, onTunnel() {}, now: () => 0 }
const FORWARDING = {
  notPassed: namesNotPassed(OUR_PREFIXES),
  address: '192.0.2.1',
  host: 'h',
  protocol: 'http',
  newRequestId: null,
} as const

function hear(
  pieces: readonly Buffer[],
  handle: (request: ClientRequest, reply: EdgeReply) => void,
): HeldSocket {
  const socket = new HeldSocket()
  // oxlint-disable-next-line no-new
  new ClientConnection(asSocket(socket), {
    ...HANDLING,
    handle(request, reply) {
      if (!request.isWebsocketUpgrade && admitEdgeRequest(request, EVERY_NAME).ok)
        return handle(request, reply)
      reply.keepsAlive = false
      return reply.send(400, '')
    },
  })
  for (const piece of pieces) if (!socket.isEnded) socket.emit('data', Buffer.from(piece))
  return socket
}

export function readByUs(pieces: readonly Buffer[]): ReadRequest[] {
  const read: ReadRequest[] = []
  hear(pieces, ({ method, target, version, fields, body, expectsContinue }, reply) => {
    if (expectsContinue && body!.isThere) reply.goOn()
    let content = ''
    const ended = () => {
      read.push({ method, target, version, fields: [...fields].flat(), body: content })
      reply.send(200, '')
    }
    if (body!.isWhole) return ended()
    const piece = (bytes: Buffer) => void (content += bytes.toString('latin1'))
    return body!.sendTo({ piece, ended }, { asSent: false })
  })
  return read
}

export function sentOnByUs(pieces: readonly Buffer[]): Buffer[] {
  const sent: Buffer[] = []
  hear(pieces, (request, reply) => {
    const { upstream, socket, connection } = heldUpstream()
    const take = connection.bodyEnded.bind(connection)
    const answer = () => {
      sent.push(Buffer.concat(socket.written))
      connection.receive(Buffer.from('HTTP/1.1 204 No Content\r\n\r\n'))
    }
    connection.bodyEnded = () => {
      take()
      answer()
    }
    pass(request, reply, upstream)
    if (request.body!.isWhole && sent.length >= 0 && !request.body!.isThere) answer()
  })
  return sent
}

export function readAnswerByUs(pieces: readonly Buffer[], method: 'GET' | 'HEAD'): ReadAnswer {
  const { socket, connection } = heldUpstream()
  const answer: ReadAnswer = { head: null, body: '', end: 'open' }
  connection.send(
    { head: '', method, hasBody: false, isWebsocketUpgrade: false },
    {
      answered({ version, status, reason, fields }) {
        answer.head = { version, status, reason, fields: [...fields].flat() }
        return { asSent: false }
      },
      piece: (bytes) => void (answer.body += bytes.toString('latin1')),
      ended: () => void (answer.end = 'whole'),
      failed: () => void (answer.end = 'failed'),
      paused() {},
      upgraded() {},
      drained() {},
    },
  )
  for (const piece of pieces) if (answer.end === 'open') connection.receive(Buffer.from(piece))
  if (answer.end === 'open') socket.emit('end')
  return answer
}

export function passedOnByUs(
  pieces: readonly Buffer[],
  { method, version }: { method: 'GET' | 'HEAD'; version: '1.1' | '1.0' },
): { toClient: Buffer; isKept: boolean; isReset: boolean } {
  const { upstream, socket, connection } = heldUpstream()
  const request = Buffer.from(`${method} / HTTP/${version}\r\nHost: h\r\n\r\n`)
  const client = hear([request], (asked, reply) => pass(asked, reply, upstream))
  for (const piece of pieces) if (!socket.isEnded) connection.receive(Buffer.from(piece))
  if (!socket.isEnded) socket.emit('end')
  return { toClient: Buffer.concat(client.written), isKept: !client.isEnded, isReset: client.isReset }
}

function pass(request: ClientRequest, reply: EdgeReply, upstream: Upstream): void {
  const headers = requestHeaders(request.fields, FORWARDING)
  const { target } = request
  const options = { body: null, redirect: null, idleMs: 1e9, events: EVENTS }
  forward({ request, reply, target, headers, upstreams: [upstream], ...options })
}

function heldUpstream() {
  const socket = new HeldSocket()
  const connection = new UpstreamConnection(asSocket(socket), { idleMs: 1e9, onFree() {} })
  let isAsked = false
  const upstream: Upstream = {
    name: 'chatapp',
    host: 'h',
    reach(asker) {
      if (isAsked) return asker.failed(Object.assign(new Error(), { code: 'ECONNREFUSED', hadBegun: false }))
      isAsked = true
      return asker.connected(connection)
    },
    close: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }
  return { upstream, socket, connection }
}
