import { STATUS_CODES } from '#ground/base/network/node-http.ts'
import type { Socket } from 'node:net'
import { HTTP_LIMITS } from '#ground/base/http-server.ts'
import type { HeaderLines } from './fields.ts'

/**
 * Body after the head: none, bytes with a length or their own chunks, bytes that become a chunk each, or
 * bytes up to the connection's end.
 */
export type ReplyBody = 'none' | 'length' | 'chunks' | 'pieces' | 'end'

/** The connection of a response. */
export interface ReplyLine {
  /** @param data Text is Latin-1. @returns Whether more is welcome before `drained`. */
  write(data: string | Buffer): boolean
  /** The reply was written to its end. */
  replied(): void
  /**
   * Ends the connection within the response.
   * @param isEndless Whether nothing else would show that it is incomplete.
   */
  breakOff(reply: { isEndless: boolean }): void
  /** Let the connection become something else. @returns It, and what was read of it already. */
  handOver(): { socket: Socket; early: Buffer | null }
}

/** A short body is sent with its head, in one piece. */
const SHORT = 16 * 1024

/** The single response to a request. Its end is reported once. */
export class EdgeReply {
  /** Null until its head was begun. */
  status: number | null = null
  /** Whether another request may follow on the connection. */
  keepsAlive: boolean
  /** Written to its end. */
  isWhole = false
  readonly toHead: boolean
  /** To a client that knows no chunks. */
  readonly toOld: boolean
  readonly #line: ReplyLine
  #head = ''
  #body: ReplyBody = 'none'
  #isOver = false
  /** The client waits for a word before it sends its body. */
  #isAwaited: boolean
  readonly #onOver: (() => void)[] = []
  #onDrain: (() => void) | null = null

  constructor(
    line: ReplyLine,
    to: { method: string; version: string; keepsAlive: boolean; asksFirst: boolean },
  ) {
    this.#line = line
    this.toHead = to.method === 'HEAD'
    this.toOld = to.version !== '1.1'
    this.keepsAlive = to.keepsAlive
    this.#isAwaited = to.asksFirst
  }

  /** It was written to its end, or can't be any more. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Call back once it is over: when it was written to its end, or its connection broke off. */
  whenOver(listener: () => void): void {
    if (this.#isOver) listener()
    else this.#onOver.push(listener)
  }

  /** Sends `100 Continue` to a client that waits for it. */
  goOn(): void {
    if (this.status !== null || this.#isOver) return
    this.#isAwaited = false
    this.#line.write('HTTP/1.1 100 Continue\r\n\r\n')
  }

  /** Begins with the head, including its date. It is sent with the first piece of the body, or by `flush`. */
  begin(status: number, reason: string, lines: HeaderLines, body: ReplyBody): void {
    if (this.#isOver) return
    this.status = status
    this.#body = body === 'pieces' && this.toOld ? 'end' : body
    // A client without `100 Continue` may send the body, or the next request.
    if (this.#body === 'end' || this.#isAwaited) this.keepsAlive = false
    this.#head = `HTTP/1.1 ${status} ${reason}\r\n${lines}${this.#ownLines()}\r\n`
  }

  /** @param piece Is copied. @returns Whether more is welcome before `whenDrained` calls back. */
  write(piece: Buffer): boolean {
    if (this.#isOver || this.toHead) return true
    const head = this.#head
    this.#head = ''
    const isChunk = this.#body === 'pieces'
    const before = isChunk ? `${head}${piece.length.toString(16)}\r\n` : head
    const after = isChunk ? '\r\n' : ''
    // Text needs no buffer of its own where the system takes it at once.
    if (piece.length <= SHORT) return this.#line.write(before + piece.toString('latin1') + after)
    if (before !== '') this.#line.write(before)
    const isWelcome = this.#line.write(Buffer.from(piece))
    return after === '' ? isWelcome : this.#line.write(after)
  }

  /** Sends a head that waits for the body. */
  flush(): void {
    if (this.#head === '' || this.#isOver) return
    this.#line.write(this.#head)
    this.#head = ''
  }

  end(): void {
    if (this.#isOver) return
    if (this.#body === 'pieces' && !this.toHead) this.#line.write(`${this.#head}0\r\n\r\n`)
    else this.flush()
    this.#head = ''
    this.isWhole = true
    this.#tell()
    this.#line.replied()
  }

  /** A whole answer of our own. The body is left out where the method or the status has none. */
  send(status: number, lines: HeaderLines, body: string | Buffer = ''): void {
    this.begin(status, STATUS_CODES[status] ?? '', lines + dateLine(), 'length')
    if (body.length > 0 && status !== 304) this.write(typeof body === 'string' ? Buffer.from(body) : body)
    this.end()
  }

  /**
   * Ends the connection without a proper end, so that the client does not take the partial reply for a
   * complete reply.
   */
  breakOff(): void {
    if (!this.#isOver) this.#line.breakOff({ isEndless: this.#body === 'end' })
  }

  whenDrained(listener: () => void): void {
    this.#onDrain = listener
  }

  drained(): void {
    const listener = this.#onDrain
    this.#onDrain = null
    listener?.()
  }

  /** Its connection was lost. */
  lost(): void {
    this.#tell()
  }

  /** Turns the connection into a websocket. @param lines Further lines of the upstream. */
  becomeTunnel(lines: HeaderLines): { socket: Socket; early: Buffer | null } {
    this.status = 101
    this.#line.write(`HTTP/1.1 101 Switching Protocols\r\n${UPGRADED}${lines}\r\n`)
    return this.#line.handOver()
  }

  #tell(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#onDrain = null
    for (const listener of this.#onOver) listener()
  }

  /** Headers of the client's connection. */
  #ownLines(): HeaderLines {
    const isChunked = this.#body === 'chunks' || this.#body === 'pieces'
    return (this.keepsAlive ? KEEP_ALIVE_HEADERS : CLOSED) + (isChunked ? CHUNKED : '')
  }
}

const UPGRADED = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
const KEEP_ALIVE_HEADERS = `Connection: keep-alive\r\nKeep-Alive: timeout=${HTTP_LIMITS.keepAliveTimeout / 1000}\r\n`
const CLOSED = 'Connection: close\r\n'
const CHUNKED = 'Transfer-Encoding: chunked\r\n'

/** For a response without a date. Source: RFC 9110, 6.6.1. */
export const dateLine = (): HeaderLines => `Date: ${new Date().toUTCString()}\r\n`
