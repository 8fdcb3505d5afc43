import { z } from 'zod'
import type { DeliveryTarget } from '#ground/hub/deliver.ts'

/** A target in words, without what of an address may be secret. */
export const nameOfTarget = (target: DeliveryTarget): string => {
  if (target.kind === 'chat') return target.email
  return target.kind === 'channel' ? target.to : new URL(target.url).origin
}

/** The conversation of results that are written to a chat: those of one task or workflow for one person. */
export const resultChat = ({ email, workflow }: { email: string; workflow: string }): string =>
  `${email} ${workflow}`

export function chatIn(conversation: string): { email: string; workflow: string } {
  const at = conversation.indexOf(' ')
  return { email: conversation.slice(0, at), workflow: conversation.slice(at + 1) }
}

/** A message to a chat. */
const ChatLetter = z.object({ title: z.string(), text: z.string() })
export const chatLetter = (letter: z.infer<typeof ChatLetter>): string => JSON.stringify(letter)
export const chatLetterIn = (text: string): z.infer<typeof ChatLetter> => ChatLetter.parse(JSON.parse(text))

/** The conversation with a webhook. */
export const hookOf = ({ url, secret }: { url: string; secret: string }): string => `${secret} ${url}`

export function hookIn(conversation: string): { url: string; secret: string } {
  const at = conversation.indexOf(' ')
  return { secret: conversation.slice(0, at), url: conversation.slice(at + 1) }
}

const UNPLACED = 'to:'

/** Placeholder for a file's target until the provider has resolved it to a conversation. */
export const unplaced = (to: string): string => UNPLACED + to

/** A file's target; null for a resolved conversation. */
export const unplacedIn = (conversation: string): string | null =>
  conversation.startsWith(UNPLACED) ? conversation.slice(UNPLACED.length) : null
