import type { IncomingMessage } from 'node:http'
import { Agent } from '#ground/base/network/node-http.ts'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { Clock } from '#ground/base/clock.ts'
import { writeJsonBytes } from '#ground/base/json/write.ts'
import { readAtMost } from '#ground/base/read-at-most.ts'
import { within } from '#ground/base/time-limit.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import { AnswerOutcome, type QuestionAnswer } from '#ground/turn/question/schema.ts'
import type { ModelServer } from './connection.ts'
import { sendRequest, type UpstreamCall } from './send-request.ts'

const LIST_TIMEOUT_MS = 3000
/** Long enough for a suspended Hub to start and list the tools of its MCP servers. */
const READ_TIMEOUT_MS = 15_000
const MAX_LIST_BYTES = 4 * 1024 * 1024
/** Shorter than the keep-alive of servers, so that a server does not close a connection in use. */
const KEEP_ALIVE_MS = 10_000

/** Fields except `id` are passed through unchanged. */
export interface UpstreamModel {
  id: string
  [field: string]: unknown
}

export interface UpstreamAnswer {
  status: number
  contentType: string
  size: number | null
  headers: Readonly<Record<string, string>>
  body: Readable
}

const FORWARDED_HEADERS = [
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'x-svc-chat-id',
  'x-svc-overhead-ms',
] as const
const FILE_HEADERS = ['accept-ranges', 'content-range', 'etag'] as const

/** Functions throw an Error if the connection is unreachable. An `UpstreamAnswer` may have any status. */
export interface UpstreamClient extends AsyncDisposable {
  /** @param lookup Resolves the host to checked addresses. @throws Error if no list arrives in time */
  models(connection: ModelServer, lookup?: LookupFunction): Promise<UpstreamModel[]>
  /** Null if the bridge refuses, or is too old for the path. @throws Error if the bridge is temporarily unavailable */
  read(connection: ModelServer, path: string, headers: Readonly<Record<string, string>>): Promise<unknown>
  file(
    connection: ModelServer,
    at: { chatId: string; filename: string },
    call: Omit<CompletionCall, 'body' | 'path'>,
  ): Promise<UpstreamAnswer>
  /**
   * A link that expires after a few minutes; null if the person has no such chat at the Hub. @throws Error on failure
   */
  fileLink(
    connection: ModelServer,
    at: { chatId: string; filename: string },
    headers: Readonly<Record<string, string>>,
  ): Promise<string | null>
  revokeFileLinks(
    connection: ModelServer,
    chatId: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<void>
  answerQuestion(
    connection: ModelServer,
    id: string,
    call: Pick<CompletionCall, 'headers'> & { body: QuestionAnswer },
  ): Promise<AnswerOutcome>
  complete(connection: ModelServer, call: CompletionCall): Promise<UpstreamAnswer>
  storedResponse(
    connection: ModelServer,
    at: { method: 'GET' | 'DELETE' | 'POST'; path: string },
    call: Omit<CompletionCall, 'body' | 'path'>,
  ): Promise<UpstreamAnswer>
}

export interface CompletionCall {
  path?: '/chat/completions' | '/responses'
  body: unknown
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
}

export function createUpstreamClient({ clock }: { clock: Clock }): UpstreamClient {
  const agent = new Agent({ keepAlive: true, timeout: KEEP_ALIVE_MS })
  const send = async (url: string, call: UpstreamCall | Promise<UpstreamCall>) =>
    sendRequest(url, await call, agent, clock)
  const sendForJson = async (url: string, call: UpstreamCall | Promise<UpstreamCall>): Promise<unknown> => {
    const answer = await send(url, call)
    const text = await readAtMost(answer, MAX_LIST_BYTES)
    if (answer.statusCode === 404) return null
    if (answer.statusCode !== 200) throw new BadStatus(answer.statusCode!)
    return JSON.parse(text)
  }
  return {
    async models(connection, lookup) {
      if (connection.modelIds.length > 0) return connection.modelIds.map((id) => ({ id }))
      return within(clock, LIST_TIMEOUT_MS, async (signal) => {
        const headers = headersOf(connection)
        const call = { method: 'GET', headers, signal, ...(lookup && { lookup }) }
        const answer = await send(`${connection.url}/models`, call)
        const text = await readAtMost(answer, MAX_LIST_BYTES)
        if (answer.statusCode !== 200) throw new BadStatus(answer.statusCode!)
        return entriesOf(JSON.parse(text))
      })
    },

    async read(connection, path, headers) {
      return within(clock, READ_TIMEOUT_MS, async (signal) => {
        const call = { method: 'GET', headers: { ...headersOf(connection), ...headers }, signal }
        const answer = await send(`${connection.url}${path}`, call)
        const text = await readAtMost(answer, MAX_LIST_BYTES)
        if (answer.statusCode === 403 || answer.statusCode === 404) return null
        if (answer.statusCode !== 200) throw new Error(`the server answered ${answer.statusCode}`)
        return JSON.parse(text) as unknown
      })
    },

    async file(connection, { chatId, filename }, { headers, signal }) {
      const url = `${chatAddress(connection, chatId)}/${encodeURIComponent(filename)}?download=1`
      return answerIn(
        await send(url, { method: 'GET', headers: { ...headersOf(connection), ...headers }, signal }),
        FILE_HEADERS,
      )
    },

    async fileLink(connection, { chatId, filename }, headers) {
      const url = `${chatAddress(connection, chatId)}/${encodeURIComponent(filename)}/link`
      const answer = await within(clock, READ_TIMEOUT_MS, (signal) =>
        sendForJson(url, { method: 'POST', headers: { ...headersOf(connection), ...headers }, signal }),
      )
      return answer === null ? null : FileLink.parse(answer).link
    },

    async revokeFileLinks(connection, chatId, headers) {
      await within(clock, READ_TIMEOUT_MS, (signal) =>
        sendForJson(`${chatAddress(connection, chatId)}/links`, {
          method: 'DELETE',
          headers: { ...headersOf(connection), ...headers },
          signal,
        }),
      )
    },

    async answerQuestion(connection, id, { body, headers }) {
      const answer = await within(clock, READ_TIMEOUT_MS, (signal) =>
        sendForJson(
          `${connection.url}/questions/${encodeURIComponent(id)}`,
          jsonCall(connection, { body, headers, signal }),
        ),
      )
      return answer === null ? { status: 'over' } : AnswerOutcome.parse(answer)
    },

    async complete(connection, { path = '/chat/completions', ...call }) {
      return answerIn(await send(`${connection.url}${path}`, jsonCall(connection, call)))
    },

    async storedResponse(connection, { method, path }, { headers, signal }) {
      const call = { method, headers: { ...headersOf(connection), ...headers }, signal }
      return answerIn(await send(`${connection.url}/responses${path}`, call))
    },

    async [Symbol.asyncDispose]() {
      agent.destroy()
    },
  }
}

const chatAddress = ({ url }: ModelServer, chatId: string): string =>
  `${url.replace(/\/v1$/, '')}/artifacts/${encodeURIComponent(chatId)}`

/** A path on this site: browsers are redirected to the link, which must not lead to another site. */
const FileLink = z.object({ link: z.string().regex(/^\/(?![/\\])/) })

const answerIn = (answer: IncomingMessage, names: readonly string[] = FORWARDED_HEADERS): UpstreamAnswer => ({
  status: answer.statusCode!,
  contentType: answer.headers['content-type'] ?? '',
  size: answer.headers['content-length'] === undefined ? null : Number(answer.headers['content-length']),
  headers: Object.fromEntries(
    names.flatMap((name) => {
      const value = answer.headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  ),
  body: answer,
})

export class BadStatus extends Error {
  override name = 'BadStatus'
  readonly status: number
  constructor(status: number) {
    super(`answered ${status}`)
    this.status = status
  }
}

const jsonCall = async (
  connection: ModelServer,
  { body, headers, signal }: CompletionCall,
): Promise<UpstreamCall> => ({
  method: 'POST',
  headers: { ...headersOf(connection), 'content-type': 'application/json', ...headers },
  // The body contains files as base64, so serialization takes several turns of the event loop.
  body: await writeJsonBytes(body, processTurns),
  signal,
})

const headersOf = (connection: ModelServer): Record<string, string> => ({
  ...connection.headers,
  accept: 'application/json, text/event-stream',
  ...(connection.key ? { authorization: `Bearer ${connection.key}` } : {}),
})

const entriesOf = (answer: unknown): UpstreamModel[] => {
  const { data } = (answer ?? {}) as { data?: unknown }
  if (!Array.isArray(data)) throw new Error('the server answered without a list of models')
  return data.filter(
    (entry): entry is UpstreamModel =>
      typeof entry === 'object' && entry !== null && typeof (entry as UpstreamModel).id === 'string',
  )
}
