import type { Socket } from 'node:net'
import { unreadableAnswer, type UnreadableStatus } from '#ground/base/unreadable-request.ts'
import { requestFraming } from './framing.ts'
import { EdgeReply, type ReplyLine } from './reply.ts'
import { RequestBody, type RequestBodySource } from './request-body.ts'
import { isUnparsable, readRequestHead, type RequestHead } from './request-head.ts'
import type { ClientRequest } from './request.ts'

/** Milliseconds and bytes. */
export interface ClientTimeouts {
  /** For a head, from the connection or its first byte. */
  headMs: number
  /** For a whole request, its body included. */
  requestMs: number
  /** Between two requests. */
  keptMs: number
  /** With a client that neither sends nor takes anything. */
  silentMs: number
  /** Longest head. */
  headBytes: number
}

export interface ClientConnectionOptions {
  timeouts: ClientTimeouts
  handle(request: ClientRequest, reply: EdgeReply): void
  /** Whether to end the connection with the answer that was just given. */
  isLastAnswer(): boolean
  onTunnel(): void
  now(): number
}

/**
 * State of a connection: waiting for a request, reading its head, responding, dropping the rest of its body,
 * closing once the client has read the last response, or carrying a websocket.
 */
type Phase = 'waiting' | 'head' | 'answering' | 'dropping' | 'leaving' | 'tunnel'

const HEAD_END = Buffer.from('\r\n\r\n')
/** Reading pauses when more bytes than this are unprocessed, in any phase of the connection. */
const MAX_AHEAD_BYTES = 64 * 1024
/** So much of a head is looked at before its end is there. */
const BEGINNING = 1024
/** Time for reading the rest of a body after its response. */
const DROP_MS = 10_000
/** Grace period for a request after the announced timeout. */
const LATE_MS = 1_000
/** A client has so long to read our last words; a connection that closes on bytes it never read would take them back. */
const LEAVE_MS = 2_000

/** A client's connection, on which one request is answered after the other. */
export class ClientConnection implements ReplyLine, RequestBodySource {
  readonly socket: Socket
  readonly #options: ClientConnectionOptions
  #phase: Phase = 'waiting'
  #deadline: number
  /** Bytes in both directions, and when there were last more of them. */
  #moved = 0
  #movedAt: number
  /** Read, and not used yet. */
  #ahead: Buffer | null = null
  #body: RequestBody | null = null
  #reply: EdgeReply | null = null
  #isGoingOn = false
  /** The taker of the body wants no more of it for now. */
  #isHeldBack = false

  constructor(socket: Socket, options: ClientConnectionOptions) {
    this.socket = socket
    this.#options = options
    this.#deadline = options.now() + options.timeouts.headMs
    this.#movedAt = options.now()
    this.#phase = 'head'
    socket.on('data', this.#take).on('drain', this.#drained).on('end', this.#ended)
    socket.on('error', () => {}) // 'close' follows, and is what we act on
    socket.once('close', () => this.#reply?.lost())
  }

  /** Whether a request is under way. */
  get isAtWork(): boolean {
    return this.#reply !== null
  }

  get isTunnel(): boolean {
    return this.#phase === 'tunnel'
  }

  /** Closes timed-out clients. A timer for each connection would have to be reset with every byte. */
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
    // With TLS the connection ends without the farewell that it has there.
    if (isEndless && !('encrypted' in this.socket)) this.socket.resetAndDestroy()
    else this.socket.destroy()
  }

  handOver(): { socket: Socket; early: Buffer | null } {
    this.#phase = 'tunnel'
    this.#deadline = Infinity
    const early = this.#ahead
    this.#ahead = null
    this.socket.off('data', this.#take).off('drain', this.#drained).off('end', this.#ended)
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

  /** The one place that pauses and resumes the socket: a client never decides how many bytes are kept for it. */
  #paceReading(): void {
    if (this.#phase === 'leaving' || this.#phase === 'tunnel') return
    const isFull = this.#ahead !== null && this.#ahead.length > MAX_AHEAD_BYTES
    if (isFull || this.#isHeldBack) this.socket.pause()
    else if (this.socket.isPaused()) this.socket.resume()
  }

  readonly #take = (bytes: Buffer): void => {
    if (this.#phase === 'leaving') return
    this.#ahead = this.#ahead === null ? bytes : Buffer.concat([this.#ahead, bytes])
    this.goOn()
  }

  /**
   * Processes the read bytes, as far as possible now. Pipelined requests are processed one after the other.
   */
  goOn(): void {
    if (this.#isGoingOn) return
    this.#isGoingOn = true
    while (this.#ahead !== null && this.#step(this.#ahead));
    this.#isGoingOn = false
    this.#paceReading()
  }

  /** @returns Whether there may be more to do. */
  #step(bytes: Buffer): boolean {
    if (this.#phase === 'waiting') {
      if (this.socket.writableNeedDrain) return false // it sends ahead and does not read
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
    const asksForWebsocket =
      method === 'GET' && fields.lists('connection', 'upgrade') && isWebsocket(fields.value('upgrade'))
    const keepsAlive =
      body !== null &&
      version === '1.1' &&
      !asksForWebsocket &&
      !CONNECTIONS.some((name) => fields.lists(name, 'close'))
    const asksFirst = expectation !== undefined
    const reply = new EdgeReply(this, { method, version, keepsAlive, asksFirst })
    this.#phase = 'answering'
    this.#deadline = body?.isWhole === false ? this.#deadlineOfBody() : Infinity
    this.#body = body
    this.#reply = reply
    const { remoteAddress } = this.socket
    this.#options.handle({ ...head, body, asksFirst, asksForWebsocket, remoteAddress }, reply)
    return true
  }

  /** From the beginning of the head on. */
  #deadlineOfBody(): number {
    const { headMs, requestMs } = this.#options.timeouts
    return this.#deadline - headMs + requestMs
  }

  #readBody(body: RequestBody, bytes: Buffer): boolean {
    const end = body.read(bytes, 0)
    if (end === -1) return this.#refuse(400)
    // The receiver of the body may have ended or released the connection meanwhile.
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

  /** Unreadable bytes end the connection; the reason is sent if a response is still due. */
  #refuse(status: UnreadableStatus): false {
    const reply = this.#reply
    if (this.#phase === 'dropping') this.socket.destroy()
    else if (reply !== null && reply.status !== null) reply.breakOff()
    else {
      this.write(unreadableAnswer(status))
      this.#reply = null
      this.#leave()
      reply?.lost()
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

  /** A client that ends its side has left: a response would not be read. */
  readonly #ended = (): void => {
    if (this.#phase === 'leaving' || this.#reply === null) this.socket.destroySoon()
    else this.socket.destroy()
  }
}

/** The second is of old browsers, and still believed by many. */
const CONNECTIONS = ['connection', 'proxy-connection']

const isWebsocket = (upgrade: string | undefined): boolean => upgrade?.toLowerCase() === 'websocket'
