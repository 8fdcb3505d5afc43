/**
 * Messaging providers by which people reach a Hub. The name of each is its surface, the last part of its address, the
 * folder of its inbox, and what rosters call it; its option is the one that starts
 * it. It posts to us, or we keep a socket to it.
 */
export const CHANNELS = {
  chata: { option: 'chat-a', by: 'post', receives: 'WhatsApp messages (chat-a)' },
  chatb: { option: 'chat-b', by: 'post', receives: 'Telegram messages (chat-b)' },
  teamchat: {
    option: 'team-chat',
    by: 'socket',
    receives: 'Slack messages (team chat), over a connection of its own',
  },
  mattermost: {
    option: 'mattermost',
    by: 'socket',
    receives: 'Mattermost messages, over a connection of its own',
  },
} as const

export type ChannelName = keyof typeof CHANNELS

export const CHANNEL_NAMES = Object.keys(CHANNELS) as readonly ChannelName[]

export const isChannel = (name: string): name is ChannelName => Object.hasOwn(CHANNELS, name)
