import type { Clock } from '#ground/base/clock.ts'
import type { Channel } from '../../channel.ts'
import { createGet, type Get } from './api.ts'
import { createMattermostClient } from './client.ts'
import { createMattermostLocate } from './locate.ts'
import { fetchMattermostMedia } from './media.ts'
import { readMattermostPost } from './read.ts'
import { createSending } from './send.ts'
import { createMattermostStream } from './stream.ts'
import type { Server } from './variables.ts'
import { writeMattermost } from './write.ts'
import { cached } from '#ground/base/cached.ts'
import { isPerson, parseSubject } from '#core/access/subject.ts'
import { User } from './answers.ts'

export function openMattermost(server: Server, clock: Clock): Channel {
  const client = createMattermostClient(server, clock)
  const get = createGet(client)
  const { begin, ...sending } = createSending(client, get)
  return {
    read: async (body) => readMattermostPost(body),
    write: writeMattermost,
    ...sending,
    stream: createMattermostStream({ client, clock, begin, find: sending.reconcile }),
    fetchMedia: (media, signal) => fetchMattermostMedia(server, media, signal),
    locate: createMattermostLocate(client, get),
    emailOf: createAuthorLookup(get, clock, server.trustsEmails),
    [Symbol.asyncDispose]: async () => {},
  }
}

const TTL_MS = 5 * 60_000

/**
 * Returns an e-mail only if the server verified it or the operator trusts the server (`MATTERMOST_TRUST_EMAILS`).
 * A server without verification accepts any address from any person.
 */
function createAuthorLookup(get: Get, clock: Pick<Clock, 'now'>, trustsEmails: boolean) {
  const lookUp = cached({ clock, ms: TTL_MS }, async (id: string): Promise<string | null> => {
    const user = await get(`users/${encodeURIComponent(id)}`, User, AbortSignal.timeout(30_000))
    const isOfTheServer = user.id === id && !user.is_bot && user.delete_at === 0 && !user.remote_id
    const email = parseSubject(user.email)
    const isProof = isOfTheServer && (trustsEmails || user.email_verified)
    return isProof && email !== null && isPerson(email) ? email : null
  })
  return (handle: string): Promise<string | null> => lookUp(handle).catch(() => null)
}
