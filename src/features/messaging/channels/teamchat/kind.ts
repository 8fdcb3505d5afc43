import type { ChannelKind } from '../../channel.ts'
import { TeamchatVariables } from './settings.ts'

/** A team chat whose deliveries arrive over a connection that the Hub opens. */
export const teamchat: ChannelKind = {
  name: 'teamchat',
  variables: TeamchatVariables,
  // The bot token, too: messages that a connection misses are read from the history.
  missing: (environment) =>
    ['TEAMCHAT_APP_TOKEN', 'TEAMCHAT_BOT_TOKEN'].filter((variable) => !environment[variable]),
  receiving: {
    by: 'socket',
    connect: async (context) => (await import('./receiving/connect.ts')).connectTeamchat(context),
  },
  open: async (context) => (await import('./open.ts')).openTeamchat(context),
  missingToAnswer: (environment) => (environment['TEAMCHAT_BOT_TOKEN'] ? [] : ['TEAMCHAT_BOT_TOKEN']),
}
