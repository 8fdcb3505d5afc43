import { parseLenient } from '#ground/base/json/lenient.ts'
import type { Clock } from '#ground/base/clock.ts'
import { readAtMost } from '#ground/base/read-at-most.ts'
import { within } from '#ground/base/time-limit.ts'
import { isCertainlyNotSent, retryAfterMs } from '../failed-requests.ts'

export interface ClientDeps {
  /** Without a trailing slash. */
  base: string
  token: string
  clock: Pick<Clock, 'now' | 'sleep'>
}

export interface ChatACall {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
}

/** Reasons contain neither the token nor the sent text. */
export type ChatAReply =
  | {
      kind: 'answered'
      status: number
      /** Null for a body other than JSON. */
      body: unknown
      retryAfterMs: number | null
    }
  /** The request did not reach the provider. */
  | { kind: 'unsent'; reason: string }
  /** The request may have reached the provider. */
  | { kind: 'lost'; reason: string }

export interface ChatAClient {
  /** Never throws. */
  call(call: ChatACall, signal: AbortSignal): Promise<ChatAReply>
  /** Sends the token to an absolute address, so pass only addresses of the provider. @throws on any failure. */
  download(url: URL, signal: AbortSignal): Promise<Response>
}

const ANSWER_MS = 30_000
const MAX_ANSWER_BYTES = 1024 * 1024

/** Requests are sent once, without redirects, and are limited in time and size. */
export function createChatAClient({ base, token, clock }: ClientDeps): ChatAClient {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'HubService/1.0' }
  return {
    async call({ method, path, body }, signal) {
      if (signal.aborted) return { kind: 'unsent', reason: 'stopped' }
      let answered: Response | null = null
      try {
        return await within(clock, ANSWER_MS, async (late) => {
          answered = await fetch(`${base}/${path}`, {
            method,
            headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
            body: body === undefined ? undefined : JSON.stringify(body),
            redirect: 'manual',
            signal: AbortSignal.any([signal, late]),
          })
          return await replyOf(answered, clock)
        })
      } catch (error) {
        const reason = reasonOf(error)
        return { kind: isUnsent(error) && !answered ? 'unsent' : 'lost', reason }
      }
    },
    download: (url, signal) => fetch(url, { headers, redirect: 'manual', signal }),
  }
}

async function replyOf(response: Response, clock: Pick<Clock, 'now'>): Promise<ChatAReply> {
  const text = response.body ? await readAtMost(response.body, MAX_ANSWER_BYTES) : ''
  return {
    kind: 'answered',
    status: response.status,
    body: parseLenient(text),
    retryAfterMs: retryAfterMs(response.headers.get('retry-after'), clock.now()),
  }
}

function isUnsent(error: unknown): boolean {
  const { code, syscall } = causeOf(error)
  return syscall === 'connect' || syscall === 'getaddrinfo' || isCertainlyNotSent(code ?? '')
}

/** The error's code. The error's message is left out, because it may contain the address or the sent text. */
const reasonOf = (error: unknown): string => {
  const { code } = causeOf(error)
  return `no answer of the provider: ${code ?? (error instanceof Error ? error.name : 'unknown')}`
}

const causeOf = (error: unknown): { code?: string; syscall?: string } => {
  const { cause, code } = (error ?? {}) as { cause?: { code?: unknown; syscall?: unknown }; code?: unknown }
  const named = cause?.code ?? code
  return {
    code: typeof named === 'string' ? named : undefined,
    syscall: typeof cause?.syscall === 'string' ? cause.syscall : undefined,
  }
}
