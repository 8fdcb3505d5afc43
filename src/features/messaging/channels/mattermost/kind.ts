import type { ChannelKind } from '../../channel.ts'
import { MattermostVariables, missingIn, serverOf } from './variables.ts'

export const mattermost: ChannelKind = {
  name: 'mattermost',
  sendsFirst: true,
  variables: MattermostVariables,
  missingVariables: missingIn,
  missingToAnswer: missingIn,
  receiving: {
    by: 'socket',
    async connect(context) {
      const server = serverOf(context.environment)
      if (!server)
        throw new Error(
          `set ${missingIn(context.environment).join(' and ')} to receive messages from Mattermost`,
        )
      const { connectMattermost: connect } = await import('./receive/connect.ts')
      return connect(server, context)
    },
  },
  setup: {
    secrets: ['MATTERMOST_BOT_TOKEN'],
    open: ['MATTERMOST_URL'],
    tryOut: async (context) => (await import('./try-out.ts')).tryMattermost(context),
  },
  async open({ environment, clock }) {
    const server = serverOf(environment)
    if (!server) return null
    const { openMattermost } = await import('./open.ts')
    return openMattermost(server, clock)
  },
}
