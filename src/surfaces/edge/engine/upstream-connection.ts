import type { Socket } from 'node:net'
import { readKeepAlive, readAnswerHead, type AnswerHead } from './answer-head.ts'
import { bodyReader, type BodyReader } from './body-reader.ts'
import { surviveFailedWrites } from './failed-writes.ts'
import { answerFraming, type Framing } from './framing.ts'
import { FAILURES, upstreamFailure, type UpstreamFailure } from './upstream-failure.ts'

export interface UpstreamRequest {
  /** Request head with its empty line, as Latin-1. */
  head: string
  method: string
  hasBody: boolean
  isWebsocketUpgrade: boolean
}

export interface AnswerListener {
  /** @returns `asSent`: whether `piece` gets chunks with their framing, as the upstream sent them. */
  answered(head: AnswerHead, framing: Framing): { asSent: boolean }
  /** The buffer is reused after the call. */
  piece(bytes: Buffer): void
  /** Called after each read, when all its bytes were passed on. */
  paused(): void
  ended(): void
  /** The upstream accepted a websocket; `relayTo` starts it. */
  upgraded(head: AnswerHead, connection: UpstreamConnection): void
  failed(failure: UpstreamFailure): void
  drained(): void
}

export interface UpstreamConnectionOptions {
  /** Idle timeout in milliseconds. */
  idleMs: number
  /** `keptMs`: keep-alive time that the upstream announced; null if not announced. */
  onFree(connection: UpstreamConnection, keptMs: number | null): void
}

const HEAD_END = Buffer.from('\r\n\r\n')
const MAX_HEAD_BYTES = 64 * 1024
const UPGRADE_MS = 30_000

export class UpstreamConnection {
  readonly socket: Socket
  readonly #options: UpstreamConnectionOptions
  #request: UpstreamRequest | null = null
  #listener: AnswerListener | null = null
  #answer: { head: AnswerHead; framing: Framing; body: BodyReader } | null = null
  #partialHead: Buffer | null = null
  #hadBegun = false
  #tunnel: Socket | null = null
  #isAllSent = false
  #isHeldBack = false
  /** Error code of a failed write. The upstream's response may still arrive. */
  #writeFailure: string | null = null

  constructor(socket: Socket, options: UpstreamConnectionOptions) {
    this.socket = socket
    this.#options = options
    socket.setTimeout(options.idleMs)
    surviveFailedWrites(socket, {
      isExpected: () => this.#listener !== null,
      onFailed: (code) => (this.#writeFailure = code),
    })
    socket.on('end', () => this.#ended()).on('drain', () => this.#listener?.drained())
    socket.on('timeout', () => this.#silent())
    socket.on('error', (error: NodeJS.ErrnoException) => this.#fail(error.code ?? error.name))
    socket.on('close', () => this.#fail(FAILURES.ended))
  }

  get isAlive(): boolean {
    return this.socket.readable && this.socket.writable
  }

  send(request: UpstreamRequest, listener: AnswerListener): void {
    this.#request = request
    this.#listener = listener
    this.#answer = null
    this.#hadBegun = false
    this.#isAllSent = !request.hasBody
    this.#isHeldBack = false
    const { socket } = this
    if (request.isWebsocketUpgrade) socket.setTimeout(Math.min(UPGRADE_MS, this.#options.idleMs))
    if (request.hasBody) {
      socket.cork() // sends a short body together with its head
      queueMicrotask(() => socket.uncork())
    }
    socket.write(request.head, 'latin1')
  }

  /** @returns False if the caller must wait for `drained` */
  write(piece: Buffer): boolean {
    return this.socket.write(piece)
  }

  bodyEnded(): void {
    this.#isAllSent = true
  }

  holdBack(): void {
    this.#isHeldBack = true
    this.socket.pause()
  }

  goOn(): void {
    this.#isHeldBack = false
    this.socket.resume()
  }

  destroy(): void {
    this.#listener = null
    this.socket.destroy()
  }

  relayTo(client: Socket): Socket {
    const { socket } = this
    this.#tunnel = client
    socket.on('end', () => client.end())
    client.on('drain', () => socket.resume())
    if (this.#partialHead !== null) this.#relay(this.#partialHead)
    this.#partialHead = null
    return socket
  }

  /** The pool overwrites `received` at its next read, so this method must keep only copies. */
  receive(received: Buffer): void {
    if (this.#tunnel !== null) return this.#relay(received)
    if (this.#listener === null) return void this.socket.destroy() // bytes without a request
    this.#hadBegun = true
    const bytes = this.#partialHead === null ? received : Buffer.concat([this.#partialHead, received])
    this.#partialHead = null
    const at = this.#answer === null ? this.#readHead(bytes) : this.#readBody(bytes, 0)
    if (at === -1) this.#fail(FAILURES.malformed)
    else if (this.#answer?.body.isWhole) this.#finish({ isReusable: at === bytes.length })
    else this.#listener?.paused()
  }

  #readHead(bytes: Buffer): number {
    let at = 0
    for (;;) {
      const end = bytes.indexOf(HEAD_END, at)
      if ((end === -1 ? bytes.length : end) - at > MAX_HEAD_BYTES) return -1
      if (end === -1) {
        this.#partialHead = at === bytes.length ? null : Buffer.from(bytes.subarray(at))
        return bytes.length
      }
      const head = readAnswerHead(bytes.subarray(at, end + 2))
      if (head === null) return -1
      at = end + 4
      if (head.status === 101) return this.#upgrade(head, bytes, at)
      if (head.status >= 200) return this.#begin(head, bytes, at)
      // An interim response (1xx) must not close the connection or declare a body.
      if (readKeepAlive(head) === 0 || answerFraming(head, { toHead: false })?.kind !== 'end') return -1
    }
  }

  #begin(head: AnswerHead, bytes: Buffer, at: number): number {
    const { method, isWebsocketUpgrade } = this.#request!
    const framing = answerFraming(head, { toHead: method === 'HEAD' })
    if (framing === null) return -1
    if (isWebsocketUpgrade) this.socket.setTimeout(this.#options.idleMs)
    const { asSent } = this.#listener!.answered(head, framing)
    this.#answer = { head, framing, body: bodyReader(framing, asSent) }
    return at < bytes.length ? this.#readBody(bytes, at) : at
  }

  #readBody(bytes: Buffer, at: number): number {
    return this.#answer!.body.read(bytes, at, this.#pass)
  }

  readonly #pass = (piece: Buffer): void => this.#listener?.piece(piece)

  #upgrade(head: AnswerHead, bytes: Buffer, at: number): number {
    if (!this.#request!.isWebsocketUpgrade || !agreesToWebsocket(head)) return -1
    const listener = this.#listener!
    this.#listener = null
    this.socket.setTimeout(0)
    this.#partialHead = at === bytes.length ? null : Buffer.from(bytes.subarray(at))
    listener.upgraded(head, this)
    return bytes.length
  }

  #relay(bytes: Buffer): void {
    if (!this.#tunnel!.write(Buffer.from(bytes))) this.socket.pause()
  }

  /** The connection is reusable if the request and the response are complete and no extra bytes arrived. */
  #finish({ isReusable }: { isReusable: boolean }): void {
    const listener = this.#listener
    if (listener === null) return // the connection was destroyed before the response ended
    this.#listener = null
    if (this.#isHeldBack) this.goOn()
    const keptMs = readKeepAlive(this.#answer!.head)
    const isReady = isReusable && this.#isAllSent && this.#writeFailure === null
    if (isReady && keptMs !== 0) this.#options.onFree(this, keptMs)
    else this.socket.destroy()
    listener.ended()
  }

  #ended(): void {
    if (this.#tunnel !== null) return
    if (this.#listener !== null && this.#answer?.framing.kind === 'end') this.#finish({ isReusable: false })
    else this.#fail(FAILURES.ended)
  }

  #silent(): void {
    if (this.#listener === null) return
    const { socket } = this
    const waitsForBody = this.#answer === null && !this.#isAllSent && !socket.writableNeedDrain
    // While the edge waits for the client, only the client's own timeout applies.
    if (this.#isHeldBack || waitsForBody) socket.setTimeout(this.#options.idleMs)
    else this.#fail(FAILURES.silent)
  }

  #fail(code: string): void {
    const listener = this.#listener
    this.#listener = null
    this.socket.destroy()
    listener?.failed(upstreamFailure(this.#writeFailure ?? code, this.#hadBegun))
  }
}

const agreesToWebsocket = ({ fields }: AnswerHead): boolean =>
  fields.lists('connection', 'upgrade') && fields.value('upgrade')?.toLowerCase() === 'websocket'
