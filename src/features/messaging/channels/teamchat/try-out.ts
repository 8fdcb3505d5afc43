import type { ChannelContext } from '../../channel.ts'
import { createTeamchatClient } from './client.ts'
import { readTeamchatSettings } from './settings.ts'

export async function tryTeamchat({ environment, clock }: ChannelContext): Promise<string | null> {
  const { apiBase, appToken, botToken } = readTeamchatSettings(environment)
  const signal = new AbortController().signal
  for (const [method, variable, token] of [
    ['apps.connections.open', 'TEAMCHAT_APP_TOKEN', appToken],
    ['auth.test', 'TEAMCHAT_BOT_TOKEN', botToken],
  ] as const) {
    const client = createTeamchatClient({ apiBase, token: token ?? '', variable, clock })
    const called = await client.call(method, {}, signal)
    if (!called.ok) return `Slack refused ${variable}: ${called.reason}.`
  }
  return null
}
