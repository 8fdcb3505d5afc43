import type { Socket } from 'node:net'
import { unreadableAnswer, type UnreadableStatus } from '#ground/base/unreadable-request.ts'
import { requestFraming } from './framing.ts'
import { EdgeReply, type ReplyLine } from './reply.ts'
import { RequestBody, type RequestBodySource } from './request-body.ts'
import { isUnparsable, readRequestHead, type RequestHead } from './request-head.ts'
import type { ClientRequest } from './request.ts'

export interface ClientTimeouts {
  /** Maximum milliseconds for a head, counted from the connection or from the head's first byte. */
  headMs: number
  /** Maximum milliseconds for a whole request with its body. */
  requestMs: number
  /** Keep-alive timeout in milliseconds. */
  keptMs: number
  /** Idle timeout in milliseconds, for both directions together. */
  silentMs: number
  headBytes: number
}

export interface ClientConnectionOptions {
  timeouts: ClientTimeouts
  handle(request: ClientRequest, reply: EdgeReply): void
  isLastAnswer(): boolean
  onTunnel(): void
  now(): number
}

/**
 * `dropping`: reads the rest of a request's body after the response. `leaving`: waits until the client has read the
 * response.
 */
type Phase = 'waiting' | 'head' | 'answering' | 'dropping' | 'leaving' | 'tunnel'

const HEAD_END = Buffer.from('\r\n\r\n')
/** With more unprocessed bytes, the connection stops reading. */
const MAX_AHEAD_BYTES = 64 * 1024
const BEGINNING = 1024
const DROP_MS = 10_000
const LATE_MS = 1_000
/** Time for the client to read the last response. Closing with unread bytes would reset the connection. */
const LEAVE_MS = 2_000

export class ClientConnection implements ReplyLine, RequestBodySource {
  readonly socket: Socket
  readonly #options: ClientConnectionOptions
  #phase: Phase = 'waiting'
  #deadline: number
  #moved = 0
  #movedAt: number
  #ahead: Buffer | null = null
  #body: RequestBody | null = null
  #reply: EdgeReply | null = null
  #isGoingOn = false
  #isHeldBack = false

  constructor(socket: Socket, options: ClientConnectionOptions) {
    this.socket = socket
    this.#options = options
    this.#deadline = options.now() + options.timeouts.headMs
    this.#movedAt = options.now()
    this.#phase = 'head'
    socket.on('data', this.#receive).on('drain', this.#drained).on('end', this.#ended)
    socket.on('error', () => {}) // 'close' follows and is handled
    socket.once('close', () => this.#reply?.onConnectionLost())
  }

  get isAtWork(): boolean {
    return this.#reply !== null
  }

  get isTunnel(): boolean {
    return this.#phase === 'tunnel'
  }

  /** A periodic check, because a timer per connection would need a reset per byte. */
  check(now: number): void {
    if (this.#phase !== 'tunnel' && this.#isSilent(now)) this.socket.destroy()
    if (now < this.#deadline) return
    if (this.#phase === 'head' || this.#phase === 'answering') this.#refuse(408)
    else this.socket.destroy()
  }

  #isSilent(now: number): boolean {
    const moved = this.socket.bytesRead + this.socket.bytesWritten
    if (moved === this.#moved) return now - this.#movedAt > this.#options.timeouts.silentMs
    this.#moved = moved
    this.#movedAt = now
    return false
  }

  get hasWholeRequest(): boolean {
    if (this.#body === null || this.#body.isWhole) return true
    const { framing, isTaken } = this.#body
    return framing.kind === 'length' && !isTaken && framing.length <= (this.#ahead?.length ?? 0)
  }

  write(data: string | Buffer): boolean {
    return typeof data === 'string' ? this.socket.write(data, 'latin1') : this.socket.write(data)
  }

  replied(): void {
    const { keepsAlive } = this.#reply!
    this.#reply = null
    if (!keepsAlive || this.#options.isLastAnswer()) return this.#leave()
    if (this.#body!.isWhole) this.#wait()
    else {
      this.#phase = 'dropping'
      this.#deadline = this.#options.now() + DROP_MS
      this.#body!.drop()
    }
    this.goOn()
  }

  breakOff({ isEndless }: { isEndless: boolean }): void {
    // `resetAndDestroy` throws for a TLS socket.
    if (isEndless && !('encrypted' in this.socket)) this.socket.resetAndDestroy()
    else this.socket.destroy()
  }

  handOver(): { socket: Socket; early: Buffer | null } {
    this.#phase = 'tunnel'
    this.#deadline = Infinity
    const early = this.#ahead
    this.#ahead = null
    this.socket.off('data', this.#receive).off('drain', this.#drained).off('end', this.#ended)
    this.#options.onTunnel()
    return { socket: this.socket, early }
  }

  pause(): void {
    this.#isHeldBack = true
    this.#paceReading()
  }

  resume(): void {
    this.#isHeldBack = false
    this.#paceReading()
  }

  /** Bounds the buffered bytes. No other method may pause or resume the socket. */
  #paceReading(): void {
    if (this.#phase === 'leaving' || this.#phase === 'tunnel') return
    const isFull = this.#ahead !== null && this.#ahead.length > MAX_AHEAD_BYTES
    if (isFull || this.#isHeldBack) this.socket.pause()
    else if (this.socket.isPaused()) this.socket.resume()
  }

  readonly #receive = (bytes: Buffer): void => {
    if (this.#phase === 'leaving') return
    this.#ahead = this.#ahead === null ? bytes : Buffer.concat([this.#ahead, bytes])
    this.goOn()
  }

  goOn(): void {
    if (this.#isGoingOn) return
    this.#isGoingOn = true
    while (this.#ahead !== null && this.#step(this.#ahead));
    this.#isGoingOn = false
    this.#paceReading()
  }

  #step(bytes: Buffer): boolean {
    if (this.#phase === 'waiting') {
      if (this.socket.writableNeedDrain) return false // the client sends requests without reading responses
      this.#phase = 'head'
      this.#deadline = this.#options.now() + this.#options.timeouts.headMs
    }
    if (this.#phase === 'head') return this.#readHead(bytes)
    if (this.#phase !== 'answering' && this.#phase !== 'dropping') return false
    if (this.#body!.isWhole || !this.#body!.isTaken) return false
    return this.#readBody(this.#body!, bytes)
  }

  #readHead(bytes: Buffer): boolean {
    const { headBytes } = this.#options.timeouts
    const end = bytes.indexOf(HEAD_END)
    if (end > headBytes || (end === -1 && bytes.length > headBytes)) return this.#refuse(431)
    if (end === -1)
      return bytes.length <= BEGINNING && isUnparsable(bytes.toString('latin1')) && this.#refuse(400)
    const head = readRequestHead(bytes.subarray(0, end + 2))
    if ('refusedWith' in head) return this.#refuse(head.refusedWith)
    this.#ahead = end + 4 === bytes.length ? null : bytes.subarray(end + 4)
    return this.#answer(head)
  }

  #answer(head: RequestHead): boolean {
    const { fields, version, method } = head
    const expectation = version === '1.1' ? fields.value('expect') : undefined
    if (expectation !== undefined && expectation.toLowerCase() !== '100-continue') return this.#refuse(417)
    const framing = requestFraming(fields, version)
    const body = framing && new RequestBody(framing, this)
    const isWebsocketUpgrade =
      method === 'GET' && fields.lists('connection', 'upgrade') && isWebsocket(fields.value('upgrade'))
    const keepsAlive =
      body !== null &&
      version === '1.1' &&
      !isWebsocketUpgrade &&
      !CONNECTIONS.some((name) => fields.lists(name, 'close'))
    const expectsContinue = expectation !== undefined
    const reply = new EdgeReply(this, { method, version, keepsAlive, expectsContinue })
    this.#phase = 'answering'
    this.#deadline = body?.isWhole === false ? this.#deadlineOfBody() : Infinity
    this.#body = body
    this.#reply = reply
    const { remoteAddress } = this.socket
    this.#options.handle({ ...head, body, expectsContinue, isWebsocketUpgrade, remoteAddress }, reply)
    return true
  }

  #deadlineOfBody(): number {
    const { headMs, requestMs } = this.#options.timeouts
    return this.#deadline - headMs + requestMs
  }

  #readBody(body: RequestBody, bytes: Buffer): boolean {
    const end = body.read(bytes, 0)
    if (end === -1) return this.#refuse(400)
    // `body.read` calls the receiver, which may have closed the connection or handed its socket over to a websocket.
    if (this.#ahead !== bytes) return true
    this.#ahead = end === bytes.length ? null : bytes.subarray(end)
    if (!body.isWhole) return false
    if (this.#phase === 'dropping') this.#wait()
    else this.#deadline = Infinity
    return true
  }

  #wait(): void {
    this.#phase = 'waiting'
    this.#deadline = this.#options.now() + this.#options.timeouts.keptMs + LATE_MS
    this.#body = null
    this.#isHeldBack = false
  }

  #refuse(status: UnreadableStatus): false {
    const reply = this.#reply
    if (this.#phase === 'dropping') this.socket.destroy()
    else if (reply !== null && reply.status !== null) reply.breakOff()
    else {
      this.write(unreadableAnswer(status))
      this.#reply = null
      this.#leave()
      reply?.onConnectionLost()
    }
    return false
  }

  #leave(): void {
    this.#phase = 'leaving'
    this.#deadline = this.#options.now() + (this.#body?.isWhole === false ? DROP_MS : LEAVE_MS)
    this.#ahead = null
    this.socket.end()
    this.socket.resume()
  }

  readonly #drained = (): void => {
    this.#reply?.drained()
    this.goOn()
  }

  /**
   * If the client ends its side during a response, it counts as disconnected, and the rest of the response is
   * dropped.
   */
  readonly #ended = (): void => {
    if (this.#phase === 'leaving' || this.#reply === null) this.socket.destroySoon()
    else this.socket.destroy()
  }
}

/** `Proxy-Connection` was sent by old browsers, and many servers still honor it. */
const CONNECTIONS = ['connection', 'proxy-connection']

const isWebsocket = (upgrade: string | undefined): boolean => upgrade?.toLowerCase() === 'websocket'
