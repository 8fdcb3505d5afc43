import type { ChannelContext } from '../../channel.ts'
import { createApi } from './api.ts'
import { openRegistration, secretProblem, whyNot } from './registration.ts'
import { readBotAccount } from './variables.ts'

export async function tryChatb({ environment, clock }: ChannelContext): Promise<string | null> {
  const problem = secretProblem(environment['CHATB_WEBHOOK_SECRET'] ?? '')
  if (problem !== null) return `${problem}.`
  const exchange = await createApi(readBotAccount(environment)!, clock).call('getMe', {})
  return exchange.happened === 'done' ? null : `Telegram refused CHATB_BOT_TOKEN: ${whyNot(exchange)}.`
}

export async function registerChatb(
  { environment, clock }: ChannelContext,
  address: string,
): Promise<string | null> {
  const secret = environment['CHATB_WEBHOOK_SECRET'] ?? ''
  const registration = openRegistration(readBotAccount(environment)!, clock)
  const registered = await registration.register({ address, secret, dropPending: false })
  return registered.ok ? null : `${registered.refusal}.`
}
