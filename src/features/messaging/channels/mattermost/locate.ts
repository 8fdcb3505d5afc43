import type { LocatedMessage, NotLocated } from '../../channel.ts'
import { ChatChannel, User } from './answers.ts'
import { ApiFailure, type Get } from './api.ts'
import type { MattermostClient } from './client.ts'
import { readMattermostRefusal } from './refusal.ts'

const ID = /^[a-z0-9]{26}$/
const DIRECT = 'D'
const RETRY_DELAY_MS = 30_000

/** Accepts ids of channels and users, but no user names, because a name can pass to another person. */
export const createMattermostLocate =
  (client: MattermostClient, get: Get) =>
  async (to: string, signal: AbortSignal): Promise<LocatedMessage | NotLocated> => {
    const [id = '', thread] = to.split('/')
    if (!ID.test(id) || (thread !== undefined && !ID.test(thread)))
      return { outcome: 'failed', reason: `${to} is no id of a channel or a user of Mattermost` }
    try {
      const channel = await found(get(`channels/${id}`, ChatChannel, signal))
      if (channel?.type === DIRECT)
        return { outcome: 'failed', reason: `${to} is a direct channel: name the user’s id instead` }
      if (channel) return { outcome: 'found', conversation: to, handles: null }
      const user = await found(get(`users/${id}`, User, signal))
      if (!user) return { outcome: 'failed', reason: `Mattermost shows the bot no channel or user ${to}` }
      const me = await get('users/me', User, signal)
      const conversation = await directChannel(client, [me.id, user.id], signal)
      return { outcome: 'found', conversation, handles: [user.id] }
    } catch (error) {
      const { message: reason, waitMs, status } = error as ApiFailure
      if (status !== null && waitMs === null) return { outcome: 'failed', reason }
      return { outcome: 'later', afterMs: waitMs ?? RETRY_DELAY_MS, reason, of: 'conversation' }
    }
  }

const found = <T>(asked: Promise<T>): Promise<T | null> =>
  asked.catch((error: ApiFailure) => {
    if (error.status === 403 || error.status === 404) return null
    throw error
  })

async function directChannel(
  client: MattermostClient,
  members: readonly [string, string],
  signal: AbortSignal,
): Promise<string> {
  const exchange = await client.exchange({ method: 'POST', path: 'channels/direct', body: members }, signal)
  if (exchange.happened !== 'answered') throw new ApiFailure(exchange.reason, null, null)
  const { status, json } = exchange.answer
  const channel = ChatChannel.safeParse(json)
  if ((status === 200 || status === 201) && channel.success) return channel.data.id
  const { reason, waitMs } = readMattermostRefusal(exchange.answer)
  throw new ApiFailure(reason, status, waitMs)
}
