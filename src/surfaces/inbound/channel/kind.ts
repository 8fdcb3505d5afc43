import type { ChannelKind } from '#features/messaging/channel.ts'
import { CHANNELS } from '#ground/hub/channels.ts'
import type { SurfaceKind } from '../kind.ts'

export const channelSurface = (channel: ChannelKind): SurfaceKind => ({
  variables: channel.variables,
  lack({ environment }) {
    const missing = channel.missingVariables(environment)
    if (missing.length === 0) return null
    const { option } = CHANNELS[channel.name]
    return `${option} is served only when it is configured; set ${missing.join(' and ')} in the Hub’s .env`
  },
  async open(context) {
    if (channel.receiving.by === 'post')
      return (await import('./posts.ts')).openPosts(channel.name, channel.receiving, context)
    return (await import('./socket.ts')).openChannelSocket(channel.name, channel.receiving, context)
  },
})
