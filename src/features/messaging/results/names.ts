import { z } from 'zod'
import type { DeliveryTarget } from '#ground/hub/deliver.ts'

/** Only the origin of a webhook address is shown, because the path may be secret. */
export const nameOfTarget = (target: DeliveryTarget): string => {
  if (target.kind === 'chat') return target.email
  return target.kind === 'channel' ? target.to : new URL(target.url).origin
}

/** Conversation id of results in the web chat: one per person and task or workflow. */
export const resultChat = ({ email, workflow }: { email: string; workflow: string }): string =>
  `${email} ${workflow}`

export function chatIn(conversation: string): { email: string; workflow: string } {
  const at = conversation.indexOf(' ')
  return { email: conversation.slice(0, at), workflow: conversation.slice(at + 1) }
}

const ChatLetter = z.object({ title: z.string(), text: z.string() })
export const chatLetter = (letter: z.infer<typeof ChatLetter>): string => JSON.stringify(letter)
export const chatLetterIn = (text: string): z.infer<typeof ChatLetter> => ChatLetter.parse(JSON.parse(text))

/** Conversation id of a webhook. */
export const hookOf = ({ url, secret }: { url: string; secret: string }): string => `${secret} ${url}`

export function hookIn(conversation: string): { url: string; secret: string } {
  const at = conversation.indexOf(' ')
  return { secret: conversation.slice(0, at), url: conversation.slice(at + 1) }
}

const UNPLACED = 'to:'

/** Temporary conversation id of a target address until the provider has resolved it. */
export const unplaced = (to: string): string => UNPLACED + to

/** The target address in a temporary conversation id; null for a resolved conversation. */
export const unplacedIn = (conversation: string): string | null =>
  conversation.startsWith(UNPLACED) ? conversation.slice(UNPLACED.length) : null
