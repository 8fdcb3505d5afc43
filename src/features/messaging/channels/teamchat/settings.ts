import { z } from 'zod'
import { parseEnvironment, secret, type Environment } from '#ground/base/environment.ts'
import { fetchedAddress } from '#ground/base/network/blocked-port.ts'

export const TeamchatVariables = z.object({
  TEAMCHAT_APP_TOKEN: secret(
    z
      .string()
      .optional()
      .describe('App-level token for Slack (team chat): `xapp-…`, scope `connections:write`'),
  ),
  TEAMCHAT_BOT_TOKEN: secret(z.string().optional().describe('Bot token for Slack: `xoxb-…`')),
  TEAMCHAT_API_BASE: fetchedAddress()
    .default('https://slack.com/api')
    .describe('Base address of Slack’s API'),
})

export interface TeamchatSettings {
  /** Without a trailing slash. */
  readonly apiBase: string
  readonly appToken: string | null
  readonly botToken: string | null
}

export function readTeamchatSettings(environment: Environment): TeamchatSettings {
  const variables = parseEnvironment(TeamchatVariables, environment)
  return {
    apiBase: variables.TEAMCHAT_API_BASE.replace(/\/+$/, ''),
    appToken: variables.TEAMCHAT_APP_TOKEN ?? null,
    botToken: variables.TEAMCHAT_BOT_TOKEN ?? null,
  }
}
