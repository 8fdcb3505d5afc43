import { readFetchedBody } from '#core/agent/tools/fetch-url/body.ts'
import { FetchRefused } from '#core/agent/tools/fetch-url/refused.ts'
import { request } from '#core/agent/tools/fetch-url/request.ts'
import { resolveAddresses } from '#core/agent/tools/fetch-url/resolve.ts'
import { readTarget, type AllowedHost } from '#core/agent/tools/fetch-url/target.ts'
import { cached } from '#ground/base/cached.ts'
import type { Clock } from '#ground/base/clock.ts'
import { systemResolve, type Resolve } from '#ground/base/network/resolve.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { within } from '#ground/base/time-limit.ts'
import {
  freshMsOf,
  readClientDocument,
  type DescribedProgram,
  type FetchedDocument,
} from './client-id-document.ts'
import { isAllowedDocument } from './document-address.ts'
import type { McpOauthEvents } from './log-events.ts'

export interface ClientDocuments {
  readonly isOn: boolean
  isAllowed(id: string): boolean
  read(id: string): Promise<Result<DescribedProgram, string>>
}

export interface ClientDocumentsDeps {
  /** Hosts, or addresses of single documents. */
  allowed: readonly string[]
  allowedHosts: readonly AllowedHost[]
  clock: Pick<Clock, 'now' | 'sleep'>
  resolve?: Resolve
  events: Pick<McpOauthEvents, 'documentRefused'>
}

interface CachedDocument {
  described: Result<DescribedProgram, string>
  ttlMs: number
}

const TIMEOUT_MS = 5000
const MAX_DOCUMENT_BYTES = 16 * 1024
/** Time before an unreadable document is fetched again. */
const REFUSED_TTL_MS = 10_000

export function createClientDocuments(deps: ClientDocumentsDeps): ClientDocuments {
  const { allowed, clock, events } = deps
  const readCached = cached(
    { clock, ms: ({ ttlMs }: CachedDocument) => ttlMs },
    async (id): Promise<CachedDocument> => {
      const fetched = await fetchDocument(id, deps)
      const described = fetched.ok ? readClientDocument(id, fetched.value) : fetched
      if (!described.ok) events.documentRefused({ host: new URL(id).host, reason: described.refusal })
      return {
        described,
        ttlMs: described.ok && fetched.ok ? freshMsOf(fetched.value.cacheControl) : REFUSED_TTL_MS,
      }
    },
  )
  return {
    isOn: allowed.length > 0,
    isAllowed: (id) => isAllowedDocument(id, allowed),
    read: async (id) => (await readCached(id)).described,
  }
}

/** Fetches from public addresses only, without redirects. */
async function fetchDocument(
  id: string,
  { allowedHosts, clock, resolve = systemResolve }: ClientDocumentsDeps,
): Promise<Result<FetchedDocument & { cacheControl: string | null }, string>> {
  const target = readTarget(id, allowedHosts)
  if (!target.ok) return refused(`was not fetched: ${target.refusal}`)
  try {
    return await within(clock, TIMEOUT_MS, async (signal) => {
      await using answer = await request(target.value, await resolveAddresses(target.value, resolve), signal)
      const body = await readFetchedBody(answer.body, answer.header('content-encoding'), MAX_DOCUMENT_BYTES)
      if (body.isCut) return refused(`has more than ${MAX_DOCUMENT_BYTES} bytes`)
      const { status } = answer
      const [contentType, cacheControl] = [answer.header('content-type'), answer.header('cache-control')]
      return accepted({ status, contentType, cacheControl, text: body.content.toString('utf8') })
    })
  } catch (error) {
    return refused(
      error instanceof FetchRefused ? `was not fetched: ${error.message}` : 'could not be fetched',
    )
  }
}
