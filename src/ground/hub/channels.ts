/**
 * Each key is also the inbox folder and the last segment of the webhook path.
 * `by`: `post` if the provider sends requests to us, `socket` if we keep a connection to it.
 */
export const CHANNELS = {
  chata: { label: 'WhatsApp', option: 'chat-a', by: 'post', receives: 'WhatsApp messages (chat-a)' },
  chatb: { label: 'Telegram', option: 'chat-b', by: 'post', receives: 'Telegram messages (chat-b)' },
  teamchat: {
    label: 'Slack',
    option: 'team-chat',
    by: 'socket',
    receives: 'Slack messages (team chat), over a connection of its own',
  },
  mattermost: {
    label: 'Mattermost',
    option: 'mattermost',
    by: 'socket',
    receives: 'Mattermost messages, over a connection of its own',
  },
} as const

export type ChannelName = keyof typeof CHANNELS

export const CHANNEL_NAMES = Object.keys(CHANNELS) as readonly ChannelName[]

export const isChannel = (name: string): name is ChannelName => Object.hasOwn(CHANNELS, name)

export const CHANNEL_LABELS = Object.fromEntries(
  CHANNEL_NAMES.map((name) => [name, CHANNELS[name].label]),
) as { readonly [Name in ChannelName]: (typeof CHANNELS)[Name]['label'] }
