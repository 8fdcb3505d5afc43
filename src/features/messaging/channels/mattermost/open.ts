import type { Clock } from '#ground/base/clock.ts'
import type { Channel } from '../../channel.ts'
import { createGet } from './api.ts'
import { createClient } from './client.ts'
import { createLocate } from './locate.ts'
import { fetchMedia } from './media.ts'
import { read } from './read.ts'
import { createSending } from './send.ts'
import { createStream } from './stream.ts'
import type { Server } from './variables.ts'
import { createWho } from './who.ts'
import { write } from './write.ts'

export function openMattermost(server: Server, clock: Clock): Channel {
  const client = createClient(server, clock)
  const get = createGet(client)
  const { begin, ...sending } = createSending(client, get)
  return {
    read: async (body) => read(body),
    write,
    ...sending,
    stream: createStream({ client, clock, begin, find: sending.reconcile }),
    fetchMedia: (media, signal) => fetchMedia(server, media, signal),
    locate: createLocate(client, get),
    emailOf: createWho(get, clock, server.trustsEmails),
    [Symbol.asyncDispose]: async () => {},
  }
}
