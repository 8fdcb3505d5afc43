import type { ChannelName } from '#ground/hub/channels.ts'
import type { ChannelKind } from '../channel.ts'
import { chata } from './chata/kind.ts'
import { chatb } from './chatb/kind.ts'
import { mattermost } from './mattermost/kind.ts'
import { teamchat } from './teamchat/kind.ts'

export const CHANNEL_KINDS: Readonly<Record<ChannelName, ChannelKind>> = {
  chata,
  chatb,
  teamchat,
  mattermost,
}
