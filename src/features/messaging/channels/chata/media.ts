import { z } from 'zod'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { FetchedMedia } from '../../channel.ts'
import { fileContent } from '../file-content.ts'
import type { MediaReference } from '../../incoming.ts'
import type { ChatAClient } from './client.ts'
import { explained } from './error-reason.ts'
import { ProviderError } from './schema.ts'

const MB = 1024 * 1024

/** Maximum size in bytes. Source: the provider's page "Media", "Supported media types". */
const longestOf = (contentType: string): number => {
  if (contentType.startsWith('image/')) return 5 * MB
  return /^(audio|video)\//.test(contentType) ? 16 * MB : 100 * MB
}

/** Host of files, in addition to the API's host. Source: the provider's page "Media", "Download media". */
const FILE_HOST = 'lookaside.fbsbx.com'

const MediaInfo = z.object({
  url: z.url(),
  mime_type: z.string().min(1).optional().catch(undefined),
  file_size: z.coerce.number().int().nonnegative(),
})
const Refused = z.object({ error: ProviderError })

/** Fetches the file's address, which is valid for minutes, then its content. The token is sent only to the provider. */
export async function fetchChatAMedia(
  { client, base, phoneNumberId }: { client: ChatAClient; base: string; phoneNumberId: string },
  { id, contentType: declared }: MediaReference,
  signal: AbortSignal,
): Promise<Result<FetchedMedia, string>> {
  const path = `${encodeURIComponent(id)}?phone_number_id=${phoneNumberId}`
  const reply = await client.call({ method: 'GET', path }, signal)
  if (reply.kind !== 'answered') return refused(reply.reason)
  const info = MediaInfo.safeParse(reply.body).data
  if (reply.status !== 200 || !info) {
    const error = Refused.safeParse(reply.body).data?.error
    const why = error && error.code !== 190 ? explained(error) : `answered with ${reply.status}`
    return refused(`the provider does not release the file: ${why}`)
  }
  const contentType = info.mime_type ?? declared
  const longest = longestOf(contentType ?? '')
  if (info.file_size > longest)
    return refused(`the file has ${info.file_size} bytes; the maximum for its type is ${longest}`)
  const url = new URL(info.url)
  if (!mayHaveToken(url, new URL(base)))
    return refused(`the file is at ${url.host}, which does not belong to the provider`)
  return download({ client, url, bytes: info.file_size, contentType }, signal)
}

const mayHaveToken = (url: URL, base: URL): boolean =>
  url.origin === base.origin || (url.protocol === 'https:' && url.host === FILE_HOST)

async function download(
  {
    client,
    url,
    bytes,
    contentType,
  }: { client: ChatAClient; url: URL; bytes: number; contentType: string | null },
  signal: AbortSignal,
): Promise<Result<FetchedMedia, string>> {
  try {
    const response = await client.download(url, signal)
    if (response.status !== 200 || !response.body) {
      await response.body?.cancel()
      return refused(`the provider answered ${response.status} for the file`)
    }
    return accepted({ content: fileContent(response.body, { most: bytes, least: bytes }), contentType })
  } catch {
    return refused('the server of the file does not respond')
  }
}
