import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Dispatcher } from 'undici'
import { refuse } from './answer.ts'
import type { EdgeEvents } from './log-events.ts'
import { failureOf } from './failure.ts'
import { responseHeaders } from './headers.ts'
import { redirected, type Detour } from './journey.ts'
import type { RequestBody } from './request-body.ts'
import type { Upstream } from './upstream.ts'

export interface ExchangeOptions {
  request: IncomingMessage
  response: ServerResponse
  /** Path and query for the upstream. */
  target: string
  /** Asked in this order: the next one only when nothing was said to this one, so that nobody is asked twice. */
  upstreams: readonly Upstream[]
  /** For the upstream, alternating names and values. */
  headers: string[]
  /** What is sent along, made anew for each upstream; null sends nothing. */
  openBody: (() => RequestBody | Buffer) | null
  /** Where a redirect of the upstream leads instead; null leaves it to the upstream. */
  detour: Detour | null
  /** Takes over the upstream's socket when it agrees to a websocket; null for a plain request. */
  onUpgrade: ((rawHeaders: readonly Buffer[], upstreamSocket: Socket) => void) | null
  events: EdgeEvents
}

/** Longest wait for an answer to an upgrade: meanwhile we do not read, so cannot see the client leave. */
const UPGRADE_MS = 30_000

/**
 * Forward one request and stream its answer back, as fast as the slower side takes it. A client that goes away aborts
 * the upstream's work at once; an upstream that breaks off within its answer ends the client's connection, so that
 * half an answer never looks whole.
 */
export function forward(options: ExchangeOptions): void {
  new Exchange(options).start()
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions
  readonly #response: ServerResponse
  #controller: Dispatcher.DispatchController | null = null
  #clientGone = false
  #answered = false
  #flushed = false
  #repeated = false
  #asked = 0

  constructor(options: ExchangeOptions) {
    this.#options = options
    this.#response = options.response
  }

  start(): void {
    if (this.#response.destroyed) return // the client went away while the edge asked for something else
    this.#response.once('close', this.#onClientClose)
    this.#dispatch()
  }

  get #upstream(): Upstream | undefined {
    return this.#options.upstreams[this.#asked]
  }

  #dispatch(): void {
    const { request, response, target, headers, openBody, onUpgrade } = this.#options
    const upstream = this.#upstream
    if (!upstream) return refuse(request, response, 'upstream_unreachable')
    upstream.dispatch(
      {
        method: request.method as Dispatcher.HttpMethod,
        path: target,
        headers,
        body: openBody && openBody(),
        ...(onUpgrade && { upgrade: 'websocket', headersTimeout: UPGRADE_MS }),
      },
      this,
    )
  }

  readonly #onClientClose = (): void => {
    if (this.#response.writableFinished) return
    this.#clientGone = true
    this.#controller?.abort(new Error('the client went away'))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#clientGone) controller.abort(new Error('the client went away'))
  }

  onRequestUpgrade(
    controller: Dispatcher.DispatchController,
    _status: number,
    _headers: unknown,
    socket: Duplex,
  ): void {
    this.#answered = true
    this.#response.off('close', this.#onClientClose)
    this.#options.onUpgrade!(controller.rawHeaders as Buffer[], socket as Socket)
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    _headers: unknown,
    statusMessage = '',
  ): void {
    if (status < 200) return // an interim answer, of use only to the one who asked for it: us
    const headers = responseHeaders(controller.rawHeaders as Buffer[])
    const elsewhere = redirected(status, headers, this.#options.detour)
    if (elsewhere) this.#response.writeHead(elsewhere.status, elsewhere.headers)
    else this.#response.writeHead(status, statusMessage, headers)
    this.#answered = true
    // A short answer leaves in one packet with its head; a stream's head must not wait for its first piece.
    queueMicrotask(() => this.#flushed || this.#response.flushHeaders())
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#flushed = true
    if (this.#response.write(chunk)) return
    controller.pause()
    this.#response.once('drain', () => controller.resume())
  }

  onResponseEnd(): void {
    this.#flushed = true
    this.#response.end()
  }

  onResponseError(_controller: unknown, error: Error & { code?: string }): void {
    const { request, response, openBody, upstreams, events } = this.#options
    const upstream = this.#upstream!
    if (this.#clientGone || !response.socket || response.socket.destroyed) return
    const reason = error.code ?? error.name
    if (this.#answered) {
      events.upstreamBroke({ upstream: upstream.name, error: reason, answered: true })
      response.destroy()
      return
    }
    const { refusal, connectionLost, nothingSaid } = failureOf(error)
    if (nothingSaid && this.#asked < upstreams.length - 1) {
      this.#asked++
      this.#dispatch()
      return
    }
    if (connectionLost && !this.#repeated && !openBody && IDEMPOTENT.has(request.method!)) {
      this.#repeated = true
      events.requestRepeated({ upstream: upstream.name, method: request.method!, error: reason })
      this.#dispatch()
      return
    }
    if (refusal !== 'upstream_unreachable')
      events.upstreamBroke({ upstream: upstream.name, error: reason, answered: false })
    refuse(request, response, refusal)
  }
}

/** Methods that may be sent twice when the first may have been lost (RFC 9110, 9.2.2). */
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
