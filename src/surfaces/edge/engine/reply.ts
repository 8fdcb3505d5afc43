import { STATUS_CODES } from '#ground/base/network/node-http.ts'
import type { Socket } from 'node:net'
import { HTTP_LIMITS } from '#ground/base/http-server.ts'
import type { HeaderLines } from './fields.ts'

/**
 * How the body is sent. `chunks`: its pieces already have chunk framing. `pieces`: each piece becomes a chunk. `end`:
 * the body ends with the connection.
 */
export type ReplyBody = 'none' | 'length' | 'chunks' | 'pieces' | 'end'

export interface ReplyLine {
  readonly hasWholeRequest: boolean
  /** @param data Text is Latin-1. @returns False if the caller must wait for `drained` */
  write(data: string | Buffer): boolean
  replied(): void
  /** @param isEndless True if the client can't otherwise detect that the response is incomplete. */
  breakOff(reply: { isEndless: boolean }): void
  /** Releases the socket for another protocol. @returns The socket, and the bytes that were already read from it. */
  handOver(): { socket: Socket; early: Buffer | null }
}

/** Maximum size of a body that is sent with its head in one write. */
const SHORT = 16 * 1024

export class EdgeReply {
  /** Null before `begin`. */
  status: number | null = null
  keepsAlive: boolean
  isWhole = false
  readonly isHeadRequest: boolean
  readonly isHttp10: boolean
  readonly #line: ReplyLine
  #head = ''
  #body: ReplyBody = 'none'
  #isFinished = false
  #awaitsContinue: boolean
  readonly #onFinished: (() => void)[] = []
  #onDrain: (() => void) | null = null

  constructor(
    line: ReplyLine,
    to: { method: string; version: string; keepsAlive: boolean; expectsContinue: boolean },
  ) {
    this.#line = line
    this.isHeadRequest = to.method === 'HEAD'
    this.isHttp10 = to.version !== '1.1'
    this.keepsAlive = to.keepsAlive
    this.#awaitsContinue = to.expectsContinue
  }

  get isFinished(): boolean {
    return this.#isFinished
  }

  onceFinished(listener: () => void): void {
    if (this.#isFinished) listener()
    else this.#onFinished.push(listener)
  }

  goOn(): void {
    if (this.status !== null || this.#isFinished) return
    this.#awaitsContinue = false
    this.#line.write('HTTP/1.1 100 Continue\r\n\r\n')
  }

  /** The head is sent with the first piece of the body, or by `flush`. */
  begin(status: number, reason: string, lines: HeaderLines, body: ReplyBody): void {
    if (this.#isFinished) return
    this.status = status
    this.#body = body === 'pieces' && this.isHttp10 ? 'end' : body
    // The rest of an unfinished request could be read as another request, so the connection is not reused.
    if (this.#body === 'end' || this.#awaitsContinue || !this.#line.hasWholeRequest) this.keepsAlive = false
    this.#head = `HTTP/1.1 ${status} ${reason}\r\n${lines}${this.#ownLines()}\r\n`
  }

  /** @param piece Is copied. @returns False if the caller must wait for `whenDrained` */
  write(piece: Buffer): boolean {
    if (this.#isFinished || this.isHeadRequest) return true
    const head = this.#head
    this.#head = ''
    const isChunk = this.#body === 'pieces'
    const before = isChunk ? `${head}${piece.length.toString(16)}\r\n` : head
    const after = isChunk ? '\r\n' : ''
    if (piece.length <= SHORT) return this.#line.write(before + piece.toString('latin1') + after)
    if (before !== '') this.#line.write(before)
    const isWelcome = this.#line.write(Buffer.from(piece))
    return after === '' ? isWelcome : this.#line.write(after)
  }

  flush(): void {
    if (this.#head === '' || this.#isFinished) return
    this.#line.write(this.#head)
    this.#head = ''
  }

  end(): void {
    if (this.#isFinished) return
    if (this.#body === 'pieces' && !this.isHeadRequest) this.#line.write(`${this.#head}0\r\n\r\n`)
    else this.flush()
    this.#head = ''
    this.isWhole = true
    this.#finish()
    this.#line.replied()
  }

  send(status: number, lines: HeaderLines, body: string | Buffer = ''): void {
    this.begin(status, STATUS_CODES[status] ?? '', lines + dateLine(), 'length')
    if (body.length > 0 && status !== 304) this.write(typeof body === 'string' ? Buffer.from(body) : body)
    this.end()
  }

  breakOff(): void {
    if (!this.#isFinished) this.#line.breakOff({ isEndless: this.#body === 'end' })
  }

  whenDrained(listener: () => void): void {
    this.#onDrain = listener
  }

  drained(): void {
    const listener = this.#onDrain
    this.#onDrain = null
    listener?.()
  }

  onConnectionLost(): void {
    this.#finish()
  }

  becomeTunnel(lines: HeaderLines): { socket: Socket; early: Buffer | null } {
    this.status = 101
    this.#line.write(`HTTP/1.1 101 Switching Protocols\r\n${UPGRADED}${lines}\r\n`)
    return this.#line.handOver()
  }

  #finish(): void {
    if (this.#isFinished) return
    this.#isFinished = true
    this.#onDrain = null
    for (const listener of this.#onFinished) listener()
  }

  #ownLines(): HeaderLines {
    const isChunked = this.#body === 'chunks' || this.#body === 'pieces'
    return (this.keepsAlive ? KEEP_ALIVE_HEADERS : CLOSED) + (isChunked ? CHUNKED : '')
  }
}

const UPGRADED = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
const KEEP_ALIVE_HEADERS = `Connection: keep-alive\r\nKeep-Alive: timeout=${HTTP_LIMITS.keepAliveTimeout / 1000}\r\n`
const CLOSED = 'Connection: close\r\n'
const CHUNKED = 'Transfer-Encoding: chunked\r\n'

/** `Date` header for a response without one. Source: RFC 9110, 6.6.1. */
export const dateLine = (): HeaderLines => `Date: ${new Date().toUTCString()}\r\n`
