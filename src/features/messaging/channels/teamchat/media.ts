import type { Clock } from '#ground/base/clock.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { z } from 'zod'
import type { FetchedMedia } from '../../channel.ts'
import { fileContent } from '../file-content.ts'
import type { MediaReference } from '../../incoming.ts'
import type { TeamchatClient } from './client.ts'

const ANSWER_MS = 15_000

const Info = z.looseObject({
  file: z.looseObject({
    mimetype: z.string().nullish(),
    size: z.number().nullish(),
    url_private: z.string().nullish(),
    url_private_download: z.string().nullish(),
  }),
})

export interface MediaDeps {
  client: TeamchatClient
  apiBase: string
  token: string
  clock: Pick<Clock, 'after'>
}

export const createFetchMedia =
  ({ client, apiBase, token, clock }: MediaDeps) =>
  async (media: MediaReference, signal: AbortSignal): Promise<Result<FetchedMedia, string>> => {
    const called = await client.call('files.info', { file: media.id }, signal)
    if (!called.ok) return refused(called.reason)
    const file = Info.safeParse(called.body).data?.file
    const url = file?.url_private_download || file?.url_private
    if (!file || !url) return refused('the provider does not have the file')
    if (!isProvidersOwn(url, apiBase))
      return refused('the file is on another host, which must not receive the token')
    const limit = media.bytes ?? file.size ?? null
    if (limit === null) return refused('the provider does not report the size of the file')

    const late = new AbortController()
    const inTime = clock.after(ANSWER_MS, () => late.abort())
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'manual', // without access to files, the provider redirects to its sign-in page
      signal: AbortSignal.any([signal, late.signal]),
    })
      .catch(() => null)
      .finally(inTime)
    const problem = problemOf(response, file.mimetype ?? media.contentType, limit)
    if (problem !== null || !response?.body) {
      await response?.body?.cancel().catch(() => {})
      return refused(problem ?? 'the file is empty')
    }
    return accepted({
      content: fileContent(response.body, { most: limit }),
      contentType: file.mimetype || response.headers.get('content-type'),
    })
  }

/** Only the API's host and its subdomains may receive the token, with the same protocol and port. */
export function isProvidersOwn(url: string, apiBase: string): boolean {
  const base = new URL(apiBase)
  const target = URL.parse(url)
  if (target?.protocol !== base.protocol || target.port !== base.port) return false
  return target.hostname === base.hostname || target.hostname.endsWith(`.${base.hostname}`)
}

function problemOf(response: Response | null, declaredType: string | null, limit: number): string | null {
  if (!response) return 'the file could not be fetched'
  const isPage = /^text\/html\b/i.test(response.headers.get('content-type') ?? '')
  if (response.status >= 300 && response.status < 400) return SIGN_IN
  if (!response.ok) return `the provider answered ${response.status} for the file`
  if (isPage && declaredType !== 'text/html') return SIGN_IN
  return Number(response.headers.get('content-length') ?? 0) > limit ? LARGER : null
}

const SIGN_IN = 'the provider asked to sign in; the app lacks the scope files:read'
const LARGER = 'the file is larger than declared'
