import { parseLenient } from '#ground/base/json/lenient.ts'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { Agent, request as requestPlain } from '#ground/base/network/node-http.ts'
import { Agent as TlsAgent, request as requestTls } from 'node:https'
import type { z } from 'zod'
import type { Clock } from '#ground/base/clock.ts'
import { describeCertificateTrouble } from '#ground/base/network/certificate-trouble.ts'
import { BodyTooLong, readAtMost, readBytesAtMost } from '#ground/base/read-at-most.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { Late, within } from '#ground/base/time-limit.ts'
import { detailOf, readChatappRefusal, type ChatappRefusal, type UnavailableReason } from './refusal.ts'

const MAX_ANSWER_BYTES = 32 * 1024 * 1024

export interface ChatappCall<T> {
  method?: 'GET' | 'POST' | 'DELETE'
  /** Built with the tag `path`, so that an id cannot change the route. */
  path: string
  query?: Readonly<Record<string, string | number>>
  body?: unknown
  /** A person's token or key; default: the service's own credential. */
  as?: string
  /** True if the web chat calls another server for this request and reports that server's errors as 502. */
  callsUpstream?: true
  answer: z.ZodType<T>
}

/** Calls the web chat. Never throws. Errors never contain the sent data. */
export type Send = <T>(call: ChatappCall<T>) => Promise<Result<T, ChatappRefusal>>

export interface HttpOptions {
  baseUrl: string
  /** Read for each call, because it may be short-lived. */
  credential(): string | null
  clock: Clock
  timeoutMs: number
}

export type Download = (path: string, maxBytes: number) => Promise<Result<Buffer, ChatappRefusal>>

export function createHttp(options: HttpOptions): AsyncDisposable & { send: Send; download: Download } {
  const { clock, timeoutMs } = options
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const connections = openConnections(baseUrl)

  const exchange = async (call: ChatappCall<unknown>, signal: AbortSignal): Promise<RawAnswer> => {
    const { method = 'GET', query, body } = call
    const credential = call.as ?? options.credential()
    const url = new URL(baseUrl + call.path)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value))
    const headers = {
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...(credential === null ? {} : { authorization: `Bearer ${credential}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const content = body === undefined ? undefined : JSON.stringify(body)
    const answer = await connections.exchange(url, { method, headers, signal }, content)
    const text = await readAtMost(answer, MAX_ANSWER_BYTES)
    return { status: answer.statusCode!, contentType: answer.headers['content-type'] ?? '', text }
  }

  return {
    async send(call) {
      try {
        const isRead = (call.method ?? 'GET') === 'GET'
        const answer = await within(clock, timeoutMs, (signal) =>
          // The web chat may close an idle connection just as a request reuses it. Only reads are safe to retry.
          exchange(call, signal).catch((error: unknown) =>
            isRead && isReset(error) && !signal.aborted ? exchange(call, signal) : Promise.reject(error),
          ),
        )
        return understand(answer, call)
      } catch (error) {
        return refused(failureOf(error))
      }
    },
    async download(path, maxBytes) {
      try {
        return await within(clock, timeoutMs, async (signal) => {
          const headers = { 'accept-encoding': 'identity', authorization: `Bearer ${options.credential()}` }
          const answer = await connections.exchange(new URL(baseUrl + path), { headers, signal }, undefined)
          const content = await readBytesAtMost(answer, maxBytes)
          return answer.statusCode === 200 ? accepted(content) : refused({ code: 'missing' } as const)
        })
      } catch (error) {
        if (error instanceof BodyTooLong)
          return refused({ code: 'refused', status: 413, detail: error.message })
        return unavailable(error instanceof Late ? 'timeout' : 'unreachable')
      }
    },
    [Symbol.asyncDispose]: async () => connections.close(),
  }
}

/** Below the 5 seconds after which some web chats close idle connections without notice. */
const KEEP_ALIVE_MS = 3000

/** Uses `node:http`, because undici costs each Hub 12 MB. */
function openConnections(baseUrl: string) {
  const isTls = baseUrl.startsWith('https:')
  const settings = { keepAlive: true, maxSockets: 16, timeout: KEEP_ALIVE_MS }
  const agent = isTls ? new TlsAgent(settings) : new Agent(settings)
  const request = isTls ? requestTls : requestPlain
  return {
    /** Resolves when the headers of the response arrive. Redirects are not followed. */
    exchange: (url: URL, options: RequestOptions, content: string | undefined) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        request(url, { ...options, agent })
          .once('response', resolve)
          .once('error', reject)
          .end(content)
      }),
    close: () => agent.destroy(),
  }
}

export const path = (parts: TemplateStringsArray, ...values: string[]): string =>
  String.raw({ raw: parts }, ...values.map(segment))

/** An empty or dot segment would address another resource, so it becomes `-`, which is never an id. */
const segment = (value: string): string =>
  /^\.{0,2}$/.test(value) ? '-' : encodeURIComponent(value.toWellFormed())

interface RawAnswer {
  status: number
  contentType: string
  text: string
}

/** Status 200 alone proves nothing: the web chat responds to unknown paths with 200 and an HTML page. */
function understand<T>(
  { status, contentType, text }: RawAnswer,
  { answer: schema, callsUpstream }: Pick<ChatappCall<T>, 'answer' | 'callsUpstream'>,
): Result<T, ChatappRefusal> {
  const isUpstreamFailure = callsUpstream && (status === 502 || status === 500)
  if (status === 429 || (status >= 500 && !isUpstreamFailure)) return refused(readChatappRefusal(status, ''))
  if (!/^application\/json\b/i.test(contentType)) return unavailable('not_data')
  const json = parseLenient(text)
  if (json === undefined) return unavailable('unexpected_answer')
  if (isUpstreamFailure) return refused({ code: 'refused', status, detail: detailOf(json) })
  if (status >= 400) return refused(readChatappRefusal(status, detailOf(json)))
  if (status < 200 || status >= 300) return unavailable('not_data')
  const answer = schema.safeParse(json)
  return answer.success ? accepted(answer.data) : unavailable('unexpected_answer')
}

function failureOf(error: unknown): ChatappRefusal {
  const unavailable = (reason: UnavailableReason, certificate?: string): ChatappRefusal => ({
    code: 'unavailable',
    reason,
    ...(certificate && { certificate }),
  })
  if (error instanceof Late) return unavailable('timeout')
  if (error instanceof BodyTooLong) return unavailable('not_data')
  const certificate = describeCertificateTrouble(error)
  if (certificate) return unavailable('certificate', certificate)
  return unavailable((error as NodeJS.ErrnoException).code === 'EPROTO' ? 'no_tls' : 'unreachable')
}

const unavailable = (reason: UnavailableReason): Result<never, ChatappRefusal> =>
  refused({ code: 'unavailable', reason })

const isReset = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE'].includes((error as { code?: string }).code ?? '')
