import type { ChannelKind } from '../../channel.ts'
import { TeamchatVariables } from './settings.ts'

/** A team chat whose deliveries come over a connection that the Hub keeps. */
export const teamchat: ChannelKind = {
  name: 'teamchat',
  variables: TeamchatVariables,
  // The bot token, too: what a connection doesn't deliver is found in the history.
  missing: (environment) =>
    ['TEAMCHAT_APP_TOKEN', 'TEAMCHAT_BOT_TOKEN'].filter((variable) => !environment[variable]),
  receiving: {
    by: 'socket',
    connect: async (context) => (await import('./receiving/connect.ts')).connect(context),
  },
  open: async (context) => (await import('./open.ts')).openTeamchat(context),
  missingToAnswer: (environment) => (environment['TEAMCHAT_BOT_TOKEN'] ? [] : ['TEAMCHAT_BOT_TOKEN']),
}
