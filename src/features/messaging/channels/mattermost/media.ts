import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { FetchedMedia } from '../../channel.ts'
import { fileContent } from '../file-content.ts'
import type { MediaReference } from '../../incoming.ts'
import { mattermostUrl, authorization, mattermostFailure } from './client.ts'
import { readMattermostRefusal } from './refusal.ts'
import type { Server } from './variables.ts'

/** The highest limit that a server can configure. Most servers allow 100 MB. */
const MAX_FILE_BYTES = 2 ** 31

export async function fetchMattermostMedia(
  server: Server,
  { id, bytes }: MediaReference,
  signal: AbortSignal,
): Promise<Result<FetchedMedia, string>> {
  try {
    const response = await fetch(mattermostUrl(server, `files/${encodeURIComponent(id)}`), {
      headers: authorization(server),
      redirect: 'manual', // the token must reach no other server
      signal,
    })
    if (response.status !== 200 || !response.body) {
      const json = await response.json().catch(() => undefined)
      return refused(readMattermostRefusal({ status: response.status, waitMs: null, json }).reason)
    }
    const content = fileContent(response.body, { most: bytes ?? MAX_FILE_BYTES })
    return accepted({ content, contentType: response.headers.get('content-type') })
  } catch (error) {
    return refused(mattermostFailure(error).reason)
  }
}
