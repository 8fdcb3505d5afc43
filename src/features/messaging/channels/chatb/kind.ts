import { secretIn } from '#core/inbox/verification/verify.ts'
import type { ChannelKind } from '../../channel.ts'
import { readBotAccount, ChatbVariables } from './variables.ts'

const SECRET_HEADERS = ['x-chatb-bot-api-secret-token', 'x-telegram-bot-api-secret-token'] as const

const MAX_BYTES = 4 * 1024 * 1024

export const chatb: ChannelKind = {
  name: 'chatb',
  sendsFirst: true,
  variables: ChatbVariables,
  missingVariables: (environment) => unset(environment, 'CHATB_WEBHOOK_SECRET'),
  missingToAnswer: (environment) => unset(environment, 'CHATB_BOT_TOKEN'),
  receiving: {
    by: 'post',
    endpoint({ CHATB_WEBHOOK_SECRET: secret }) {
      if (!secret) return { posts: null }
      return {
        posts: {
          verification: secretIn(SECRET_HEADERS, secret),
          proofOfEmptyBody: { [SECRET_HEADERS[0]]: secret },
          maxBytes: MAX_BYTES,
          deliveryId: updateIdOf,
        },
      }
    },
  },
  setup: {
    secrets: ['CHATB_WEBHOOK_SECRET', 'CHATB_BOT_TOKEN'],
    open: [],
    tryOut: async (context) => (await import('./try-out.ts')).tryChatb(context),
    register: async (context, address) => (await import('./try-out.ts')).registerChatb(context, address),
  },
  async open({ environment, clock }) {
    const account = readBotAccount(environment)
    return account && (await import('./open.ts')).openChatb(account, clock)
  },
}

const unset = (environment: Readonly<Record<string, string | undefined>>, name: string): readonly string[] =>
  environment[name] ? [] : [name]

function updateIdOf(body: Buffer): string | null {
  try {
    const update: unknown = JSON.parse(body.toString('utf8'))
    const id =
      typeof update === 'object' && update !== null && 'update_id' in update ? update.update_id : null
    return Number.isSafeInteger(id) ? String(id) : null
  } catch {
    return null
  }
}
