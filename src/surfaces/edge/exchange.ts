import { sendEdgeRefusal } from './answer.ts'
import type { AnswerHead } from './engine/answer-head.ts'
import { parseHeaderLines, type HeaderLines } from './engine/fields.ts'
import type { Framing } from './engine/framing.ts'
import type { EdgeReply, ReplyBody } from './engine/reply.ts'
import type { ClientRequest } from './engine/request.ts'
import type { AnswerListener, UpstreamConnection } from './engine/upstream-connection.ts'
import type { UpstreamFailure } from './engine/upstream-failure.ts'
import type { EdgeEvents } from './log-events.ts'
import type { EdgeRefusal } from './refusal.ts'
import { edgeFailure } from './failure.ts'
import { responseHeaders } from './headers.ts'
import { redirectJourney, type JourneyRedirect } from './journey-redirect.ts'
import type { ConnectionWaiter, Upstream } from './upstream.ts'
import { relayWebsocket } from './websocket.ts'

export interface ExchangeOptions {
  request: ClientRequest
  reply: EdgeReply
  target: string
  /** Tried in order. The edge uses the next upstream only if it sent no byte to the previous one. */
  upstreams: readonly Upstream[]
  headers: HeaderLines
  /** Null: the edge forwards the client's body. */
  body: Buffer | null
  /** Null: the edge forwards the upstream's redirect. */
  redirect: JourneyRedirect | null
  /** Idle timeout of a websocket, in milliseconds. */
  idleMs: number
  events: EdgeEvents
}

/**
 * If an upstream breaks off its response, the client's connection is closed, so that the response never appears
 * complete.
 */
export function forward(options: ExchangeOptions): void {
  new Exchange(options).start()
}

class Exchange implements ConnectionWaiter, AnswerListener {
  readonly #options: ExchangeOptions
  readonly #reply: EdgeReply
  readonly #hasBody: boolean
  #connection: UpstreamConnection | null = null
  #repeats = 0
  #upstreamIndex = 0

  constructor(options: ExchangeOptions) {
    this.#options = options
    this.#reply = options.reply
    this.#hasBody = options.request.body!.isThere
  }

  start(): void {
    if (this.#reply.isFinished) return // the client disconnected before the edge could forward the request
    this.#reply.onceFinished(() => this.#disconnected())
    this.#reach()
  }

  get #upstream(): Upstream | undefined {
    return this.#options.upstreams[this.#upstreamIndex]
  }

  #reach(): void {
    const upstream = this.#upstream
    if (!upstream) return this.#refuse('upstream_unreachable')
    upstream.reach(this, { isNew: this.#repeats > 0 })
  }

  connected(connection: UpstreamConnection): void {
    if (this.#reply.isFinished) return connection.destroy()
    const { request, body } = this.#options
    const { method, isWebsocketUpgrade } = request
    const passesBody = this.#hasBody && body === null
    this.#connection = connection
    const head = upstreamHead(this.#options, this.#upstream!.host)
    connection.send({ head, method, hasBody: passesBody, isWebsocketUpgrade }, this)
    if (body) connection.write(body)
    if (passesBody) this.#passBody(connection)
  }

  #passBody(connection: UpstreamConnection): void {
    const { expectsContinue } = this.#options.request
    const body = this.#options.request.body!
    if (expectsContinue) this.#reply.goOn()
    const receiver = {
      piece: (bytes: Buffer) => {
        if (!connection.write(bytes)) body.pause()
      },
      ended: () => connection.bodyEnded(),
    }
    body.sendTo(receiver, { asSent: true })
  }

  drained(): void {
    this.#options.request.body!.resume()
  }

  answered({ status, reason, fields }: AnswerHead, framing: Framing): { asSent: boolean } {
    const headers = responseHeaders(fields, status)
    const elsewhere = redirectJourney(status, headers, this.#options.redirect)
    const body = replyBody(framing, this.#reply)
    if (elsewhere) this.#reply.begin(elsewhere.status, 'Found', elsewhere.headers, body)
    else this.#reply.begin(status, reason, headers, body)
    return { asSent: body === 'chunks' }
  }

  piece(bytes: Buffer): void {
    if (this.#reply.write(bytes)) return
    const connection = this.#connection!
    connection.holdBack()
    this.#reply.whenDrained(() => connection.goOn())
  }

  /** A short body is sent with the head, but the head of a stream must not wait for the first piece. */
  paused(): void {
    this.#reply.flush()
  }

  ended(): void {
    this.#connection = null
    this.#reply.end()
  }

  upgraded({ fields, status }: AnswerHead, connection: UpstreamConnection): void {
    this.#connection = null
    relayWebsocket(
      this.#reply.becomeTunnel(responseHeaders(fields, status)),
      connection,
      this.#options.idleMs,
    )
  }

  failed(failure: UpstreamFailure): void {
    const { request, upstreams, events } = this.#options
    const upstream = this.#upstream!
    this.#connection = null
    if (this.#reply.isFinished) return undefined
    if (this.#reply.status !== null) {
      events.upstreamBroke({ upstream: upstream.name, error: failure.code, answered: true })
      return this.#reply.breakOff()
    }
    const { refusal, connectionLost, isRequestUnread, isUnsent } = edgeFailure(failure)
    if (isUnsent && this.#upstreamIndex < upstreams.length - 1) {
      this.#upstreamIndex++
      return this.#reach()
    }
    if (connectionLost && this.#mayRepeat(isRequestUnread)) {
      this.#repeats++
      events.requestRepeated({ upstream: upstream.name, method: request.method, error: failure.code })
      return this.#reach()
    }
    if (refusal !== 'upstream_unreachable')
      events.upstreamBroke({ upstream: upstream.name, error: failure.code, answered: false })
    return this.#refuse(refusal)
  }

  #refuse(refusal: EdgeRefusal): void {
    const { request, headers } = this.#options
    sendEdgeRefusal(request, this.#reply, refusal, parseHeaderLines(headers).value('x-request-id'))
  }

  #mayRepeat(isRequestUnread: boolean): boolean {
    if (this.#hasBody || !IDEMPOTENT.has(this.#options.request.method)) return false
    return this.#repeats < (isRequestUnread ? 2 : 1)
  }

  #disconnected(): void {
    const connection = this.#connection
    this.#connection = null
    connection?.destroy()
  }
}

/** Methods whose requests may be sent twice (RFC 9110, 9.2.2). */
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])

export function upstreamHead(
  { request, target, headers, body }: Pick<ExchangeOptions, 'request' | 'target' | 'headers' | 'body'>,
  host: string,
): string {
  const { method, fields, isWebsocketUpgrade } = request
  const { framing } = request.body!
  let head = `${method} ${target} HTTP/1.1\r\n`
  if (fields.value('host') === undefined) head += `Host: ${host}\r\n`
  head += headers
  if (isWebsocketUpgrade) head += 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
  if (framing.kind === 'chunked')
    head += body ? `Content-Length: ${body.length}\r\n` : 'Transfer-Encoding: chunked\r\n'
  else if (framing.kind === 'none' && EXPECTS_BODY.has(method)) head += 'Content-Length: 0\r\n'
  return `${head}\r\n`
}

/** Methods whose requests need a length: without it, some servers wait for a body. */
const EXPECTS_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

function replyBody({ kind }: Framing, { isHttp10 }: EdgeReply): ReplyBody {
  if (kind === 'chunked') return isHttp10 ? 'end' : 'chunks'
  return kind === 'end' ? 'pieces' : kind
}
