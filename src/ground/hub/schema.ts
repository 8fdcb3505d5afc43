/** Messaging providers by what people call them, by the name of the channel. */
export const CHANNEL_LABELS = {
  chata: 'WhatsApp',
  chatb: 'Telegram',
  teamchat: 'Slack',
  mattermost: 'Mattermost',
} as const
