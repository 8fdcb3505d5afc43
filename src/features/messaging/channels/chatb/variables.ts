import { z } from 'zod'
import { parseEnvironment, secret, type Environment } from '#ground/base/environment.ts'
import { fetchedAddress } from '#ground/base/network/blocked-port.ts'

export interface BotAccount {
  /** The address of each request contains the token, so never log addresses. */
  readonly token: string
  /** Without a trailing slash. */
  readonly base: string
}

export const ChatbVariables = z.object({
  CHATB_WEBHOOK_SECRET: secret(
    z
      .string()
      .optional()
      .describe('Webhook secret for Telegram (chat-b); allowed characters: letters, digits, `_` and `-`'),
  ),
  CHATB_BOT_TOKEN: secret(
    z
      .string()
      .regex(/^\d+:[\w-]+$/, 'expected a number, a colon, and letters and digits')
      .optional()
      .describe('Bot token for Telegram'),
  ),
  CHATB_API_BASE: fetchedAddress()
    .transform((url) => url.replace(/\/+$/, ''))
    .default('https://api.telegram.org')
    .describe('Base address of Telegram’s API'),
})

export function readBotAccount(environment: Environment): BotAccount | null {
  const { CHATB_BOT_TOKEN: token, CHATB_API_BASE: base } = parseEnvironment(ChatbVariables, environment)
  return token === undefined ? null : { token, base }
}

export const botIdOf = ({ token }: BotAccount): number => Number(token.split(':')[0])
