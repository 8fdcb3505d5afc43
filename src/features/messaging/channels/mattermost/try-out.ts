import type { ChannelContext } from '../../channel.ts'
import { User } from './answers.ts'
import { createGet, type ApiFailure } from './api.ts'
import { createMattermostClient } from './client.ts'
import { serverOf } from './variables.ts'

export async function tryMattermost({ environment, clock }: ChannelContext): Promise<string | null> {
  const get = createGet(createMattermostClient(serverOf(environment)!, clock))
  try {
    await get('users/me', User, new AbortController().signal)
    return null
  } catch (error) {
    const { message, status } = error as ApiFailure
    return status === 401
      ? `Mattermost does not know the bot: ${message}. Copy MATTERMOST_BOT_TOKEN from the bot account.`
      : `Mattermost gave no valid answer: ${message}. Check MATTERMOST_URL.`
  }
}
