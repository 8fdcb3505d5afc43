import type { ChannelKind } from '../../channel.ts'
import { TeamchatVariables } from './settings.ts'

export const teamchat: ChannelKind = {
  name: 'teamchat',
  sendsFirst: true,
  variables: TeamchatVariables,
  // Receiving also needs the bot token, to read missed messages from the history.
  missingVariables: (environment) =>
    ['TEAMCHAT_APP_TOKEN', 'TEAMCHAT_BOT_TOKEN'].filter((variable) => !environment[variable]),
  receiving: {
    by: 'socket',
    connect: async (context) => (await import('./receiving/connect.ts')).connectTeamchat(context),
  },
  open: async (context) => (await import('./open.ts')).openTeamchat(context),
  setup: {
    secrets: ['TEAMCHAT_APP_TOKEN', 'TEAMCHAT_BOT_TOKEN'],
    open: [],
    tryOut: async (context) => (await import('./try-out.ts')).tryTeamchat(context),
  },
  missingToAnswer: (environment) => (environment['TEAMCHAT_BOT_TOKEN'] ? [] : ['TEAMCHAT_BOT_TOKEN']),
}
