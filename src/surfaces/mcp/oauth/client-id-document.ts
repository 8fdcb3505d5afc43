import { z } from 'zod'
import { parseBoundedJson } from '#ground/base/json/parse.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { isRedirectUri } from './redirect-uri.ts'
import { displayProgramName } from './shown-name.ts'

export interface DescribedProgram {
  name: string
  redirectUris: readonly string[]
}

export interface FetchedDocument {
  status: number
  contentType: string | null
  text: string
}

const MAX_REDIRECT_URIS = 20

const ClientDocument = z.object({
  client_id: z.string(),
  client_name: z.string().optional().catch(undefined),
  redirect_uris: z.array(z.string()).min(1).max(MAX_REDIRECT_URIS),
  token_endpoint_auth_method: z.string().optional(),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
  client_secret: z.never().optional(),
})

export function readClientDocument(
  id: string,
  { status, contentType, text }: FetchedDocument,
): Result<DescribedProgram, string> {
  if (status !== 200) return refused(`was answered with status ${status}`)
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '')) return refused('is not JSON')
  const parsed = ClientDocument.safeParse(jsonIn(text))
  if (!parsed.success)
    return refused(`is invalid at ${String(parsed.error.issues[0]?.path[0] ?? 'its beginning')}`)
  const { client_id, client_name, redirect_uris, ...rest } = parsed.data
  if (client_id !== id) return refused('describes another program')
  if (!redirect_uris.every(isRedirectUri)) return refused('names an unsafe address in redirect_uris')
  if ((rest.token_endpoint_auth_method ?? 'none') !== 'none')
    return refused('requires client authentication, which this Hub does not support')
  if (
    rest.grant_types?.includes('authorization_code') === false ||
    rest.response_types?.includes('code') === false
  )
    return refused('does not use the authorization code grant')
  return accepted({ name: displayProgramName(client_name ?? ''), redirectUris: [...new Set(redirect_uris)] })
}

const MIN_FRESH_MS = 60_000
const DEFAULT_FRESH_MS = 5 * 60_000
const MAX_FRESH_MS = 24 * 60 * 60_000

/** In milliseconds. */
export function freshMsOf(cacheControl: string | null): number {
  if (/(?:^|,)\s*(?:no-store|no-cache)\b/i.test(cacheControl ?? '')) return MIN_FRESH_MS
  const seconds = /(?:^|,)\s*max-age\s*=\s*"?(\d{1,12})/i.exec(cacheControl ?? '')?.[1]
  if (seconds === undefined) return DEFAULT_FRESH_MS
  return Math.min(Math.max(Number(seconds) * 1000, MIN_FRESH_MS), MAX_FRESH_MS)
}

function jsonIn(text: string): unknown {
  try {
    return parseBoundedJson(text)
  } catch {
    return null
  }
}
