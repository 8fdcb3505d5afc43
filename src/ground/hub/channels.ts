/**
 * Messaging providers by which people reach a Hub. The name of each is its surface, the last part of its address, the
 * folder of its inbox, and what rosters call it; its option is the one that starts it.
 */
export const CHANNELS = {
  chata: { option: 'chat-a', receives: 'chat-a messages' },
  chatb: { option: 'chat-b', receives: 'chat-b messages' },
  teamchat: { option: 'team-chat', receives: 'team chat messages, over a connection of its own' },
  mattermost: { option: 'mattermost', receives: 'Mattermost messages' },
} as const

export type ChannelName = keyof typeof CHANNELS

export const CHANNEL_NAMES = Object.keys(CHANNELS) as readonly ChannelName[]

export const isChannel = (name: string): name is ChannelName => Object.hasOwn(CHANNELS, name)
