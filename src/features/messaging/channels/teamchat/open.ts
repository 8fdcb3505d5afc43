import type { Channel, ChannelContext } from '../../channel.ts'
import { createTeamchatButtons } from './buttons.ts'
import { createTeamchatClient } from './client.ts'
import { createTeamchatLocate } from './locate.ts'
import { createFetchMedia } from './media.ts'
import { createReadOwn } from './own.ts'
import { createTeamchatPace } from './pace.ts'
import { createEmailOf } from './people.ts'
import { readTeamchatEvent } from './read.ts'
import { createFind, createReconcile } from './reconcile.ts'
import { createSend } from './send.ts'
import { readTeamchatSettings } from './settings.ts'
import { createTeamchatStream } from './stream.ts'
import { writeTeamchat } from './write.ts'

export async function openTeamchat({ environment, clock }: ChannelContext): Promise<Channel | null> {
  const { apiBase, botToken } = readTeamchatSettings(environment)
  if (!botToken) return null
  const client = createTeamchatClient({ apiBase, token: botToken, variable: 'TEAMCHAT_BOT_TOKEN', clock })
  const own = createReadOwn({ client, clock })
  const pace = createTeamchatPace(clock)
  return {
    read: async (body) => readTeamchatEvent(body),
    write: writeTeamchat,
    send: createSend({ client, clock, pace }),
    fetchMedia: createFetchMedia({ client, apiBase, token: botToken, clock }),
    reconcile: createReconcile(client),
    stream: createTeamchatStream({ client, clock, pace, find: createFind(client, own) }),
    buttons: createTeamchatButtons(client),
    locate: createTeamchatLocate(client, own),
    emailOf: createEmailOf({ client, clock, own }),
    async [Symbol.asyncDispose]() {},
  }
}
