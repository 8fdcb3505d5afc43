import { z } from 'zod'
import type { DeliveryTarget } from '#ground/hub/deliver.ts'

/** Only the origin of a webhook address is shown, because the path may be secret. */
export const nameOfTarget = (target: DeliveryTarget): string => {
  if (target.kind === 'chat') return target.email
  return target.kind === 'channel' ? target.to : new URL(target.url).origin
}

export const chatConversation = ({ email, workflow }: { email: string; workflow: string }): string =>
  `${email} ${workflow}`

export function chatInConversation(conversation: string): { email: string; workflow: string } {
  const at = conversation.indexOf(' ')
  return { email: conversation.slice(0, at), workflow: conversation.slice(at + 1) }
}

const ChatResult = z.object({ title: z.string(), text: z.string() })
export const encodeChatResult = (letter: z.infer<typeof ChatResult>): string => JSON.stringify(letter)
export const decodeChatResult = (text: string): z.infer<typeof ChatResult> =>
  ChatResult.parse(JSON.parse(text))

export const webhookConversation = ({ url, secret }: { url: string; secret: string }): string =>
  `${secret} ${url}`

export function webhookInConversation(conversation: string): { url: string; secret: string } {
  const at = conversation.indexOf(' ')
  return { secret: conversation.slice(0, at), url: conversation.slice(at + 1) }
}

const TEMPORARY_PREFIX = 'to:'

export const temporaryConversation = (to: string): string => TEMPORARY_PREFIX + to

export const addressInTemporary = (conversation: string): string | null =>
  conversation.startsWith(TEMPORARY_PREFIX) ? conversation.slice(TEMPORARY_PREFIX.length) : null
