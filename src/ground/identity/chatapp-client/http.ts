import { parseLenient } from '#ground/base/json/lenient.ts'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { Agent, request as requestPlain } from '#ground/base/network/node-http.ts'
import { Agent as TlsAgent, request as requestTls } from 'node:https'
import type { z } from 'zod'
import type { Clock } from '#ground/base/clock.ts'
import { readAtMost, BodyTooLong } from '#ground/base/read-at-most.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { Late, within } from '#ground/base/time-limit.ts'
import { detailOf, readChatappRefusal, type ChatappRefusal, type UnavailableReason } from './refusal.ts'

const MAX_ANSWER_BYTES = 32 * 1024 * 1024

export interface ChatappCall<T> {
  method?: 'GET' | 'POST' | 'DELETE'
  /** Made with `path`, so that ids can't lead elsewhere. */
  path: string
  query?: Readonly<Record<string, string | number>>
  body?: unknown
  /** Credential of the call: a person's token or key; left out, the service's own. */
  as?: string
  /** The web chat calls another server for it: 502 concerns that server, in words for people. */
  asksAnother?: true
  /** Schema of a successful answer. Other fields are ignored. */
  answer: z.ZodType<T>
}

/** One call of the web chat. Never throws; the sent data is never part of the result. */
export type Send = <T>(call: ChatappCall<T>) => Promise<Result<T, ChatappRefusal>>

export interface HttpOptions {
  /** Address of the web chat. */
  baseUrl: string
  /** The service's own credential, read at each call as it may be short-lived; null while there is none. */
  credential(): string | null
  clock: Clock
  /** Longest wait for a whole answer. */
  timeoutMs: number
}

/** The one function that talks to the web chat, with its connections. */
export function createHttp(options: HttpOptions): AsyncDisposable & { send: Send } {
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
          // A connection that closes just as it is reused says nothing about the web chat; repeating a read
          // is harmless.
          exchange(call, signal).catch((error: unknown) =>
            isRead && isReset(error) && !signal.aborted ? exchange(call, signal) : Promise.reject(error),
          ),
        )
        return understand(answer, call)
      } catch (error) {
        return unavailable(
          error instanceof Late ? 'timeout' : error instanceof BodyTooLong ? 'not_data' : 'unreachable',
        )
      }
    },
    [Symbol.asyncDispose]: async () => connections.close(),
  }
}

/** Some web chats close idle connections after 5 seconds without saying so. Milliseconds. */
const KEEP_ALIVE_MS = 3000

/** Kept connections to one address. Node's own client: the usual pool for it would cost every Hub 12 MB. */
function openConnections(baseUrl: string) {
  const isTls = baseUrl.startsWith('https:')
  const settings = { keepAlive: true, maxSockets: 16, timeout: KEEP_ALIVE_MS }
  const agent = isTls ? new TlsAgent(settings) : new Agent(settings)
  const request = isTls ? requestTls : requestPlain
  return {
    /** Send a request and give the answer as soon as its headers are there. Redirects are answers like others. */
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

/** A path whose values stay single segments, with any characters in them. */
export const path = (parts: TemplateStringsArray, ...values: string[]): string =>
  String.raw({ raw: parts }, ...values.map(segment))

/**
 * An empty or a dot segment would address another resource; no id is like that, so it is replaced by an id
 * that does not exist.
 */
const segment = (value: string): string =>
  /^\.{0,2}$/.test(value) ? '-' : encodeURIComponent(value.toWellFormed())

interface RawAnswer {
  status: number
  contentType: string
  text: string
}

/** A good status alone proves nothing: an unknown address answers 200 with a page. */
function understand<T>(
  { status, contentType, text }: RawAnswer,
  { answer: schema, asksAnother }: Pick<ChatappCall<T>, 'answer' | 'asksAnother'>,
): Result<T, ChatappRefusal> {
  const tellsOfAnother = asksAnother && (status === 502 || status === 500)
  if (status === 429 || (status >= 500 && !tellsOfAnother)) return refused(readChatappRefusal(status, ''))
  if (!/^application\/json\b/i.test(contentType)) return unavailable('not_data')
  const json = parseLenient(text)
  if (json === undefined) return unavailable('unexpected_answer')
  if (tellsOfAnother) return refused({ code: 'refused', status, detail: detailOf(json) })
  if (status >= 400) return refused(readChatappRefusal(status, detailOf(json)))
  if (status < 200 || status >= 300) return unavailable('not_data')
  const answer = schema.safeParse(json)
  return answer.success ? accepted(answer.data) : unavailable('unexpected_answer')
}

const unavailable = (reason: UnavailableReason): Result<never, ChatappRefusal> =>
  refused({ code: 'unavailable', reason })

const isReset = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE'].includes((error as { code?: string }).code ?? '')
