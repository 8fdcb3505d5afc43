import { CHANNELS } from '#ground/hub/channels.ts'
import type { DeliveryTarget } from '#ground/hub/deliver.ts'
import { CHANNEL_KINDS } from '../channels/kinds.ts'
import { webhookProblem, type WebhookSettings } from './webhook.ts'

export interface TargetSettings extends WebhookSettings {
  hasOwnChats: boolean
}

export function targetProblem(settings: TargetSettings, target: DeliveryTarget): string | null {
  switch (target.kind) {
    case 'chat':
      return settings.hasOwnChats
        ? null
        : 'chats of people can only be written in the service’s own web chat (SVC_CHATAPP)'
    case 'channel': {
      const missing = CHANNEL_KINDS[target.channel].missingToAnswer(settings.environment)
      return missing.length === 0
        ? null
        : `${CHANNELS[target.channel].option} lacks ${missing.join(' and ')}; put it into the Hub’s .env and start the Hub again`
    }
    case 'webhook':
      return webhookProblem(settings, target)
  }
}
