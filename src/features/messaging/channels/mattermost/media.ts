import { pipeline, Readable, Transform } from 'node:stream'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { FetchedMedia } from '../../channel.ts'
import type { MediaReference } from '../../incoming.ts'
import { addressOf, authorization, failureOf } from './client.ts'
import { refusalOf } from './refusal.ts'
import type { Server } from './variables.ts'

/** The greatest size that a server can be set to; most take 100 MB. */
const MOST_BYTES = 2 ** 31

/** Fetch a file of a post. The content streams, and breaks off with an error behind the size that was declared. */
export async function fetchMedia(
  server: Server,
  { id, bytes }: MediaReference,
  signal: AbortSignal,
): Promise<Result<FetchedMedia, string>> {
  try {
    const response = await fetch(addressOf(server, `files/${encodeURIComponent(id)}`), {
      headers: authorization(server),
      redirect: 'manual', // the token is for this server only
      signal,
    })
    if (response.status !== 200 || !response.body) {
      const json = await response.json().catch(() => undefined)
      return refused(refusalOf({ status: response.status, headers: response.headers, json }).reason)
    }
    const content = pipeline(Readable.from(response.body), atMost(bytes ?? MOST_BYTES), () => {}) // whoever reads learns of the error
    return accepted({ content, contentType: response.headers.get('content-type') })
  } catch (error) {
    return refused(failureOf(error).reason)
  }
}

function atMost(limit: number): Transform {
  let size = 0
  return new Transform({
    transform(piece: Buffer, _, done) {
      size += piece.length
      if (size > limit) done(new Error(`the file is longer than the ${limit} bytes that Mattermost declared`))
      else done(null, piece)
    },
  })
}
