import { forwarded, onOneLine } from '../../text/quoted-text.ts'
import { filesOf } from './files.ts'
import type { ChatBMessage, ForwardOrigin } from './updates.ts'

export function readMessageText(message: ChatBMessage): string | null {
  const { forward_origin: origin, via_bot: bot } = message
  const text = wordsOf(message)
  if (!origin && !bot) return text
  const passedOn = text ?? (filesOf(message).length > 0 ? '(a file)' : null)
  // Without the quotation, text of another author would look like the sender's request.
  return passedOn && forwarded(passedOn, origin ? nameOf(origin) : bot!.first_name)
}

function wordsOf({ text, caption, venue, location, contact, sticker }: ChatBMessage): string | null {
  const written = text ?? caption
  if (written !== undefined) return written
  if (venue) return `Location: ${onOneLine(`${venue.title}, ${venue.address}`)} (${degrees(venue.location)})`
  if (location) return `Location: ${degrees(location)}`
  if (contact) {
    const name = [contact.first_name, contact.last_name].filter(Boolean).join(' ')
    return `Contact: ${onOneLine(name)}, ${onOneLine(contact.phone_number)}`
  }
  return sticker?.emoji ?? null
}

const degrees = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  `${latitude}, ${longitude}`

function nameOf({
  sender_user: user,
  sender_user_name: hidden,
  sender_chat: group,
  chat: channel,
}: ForwardOrigin): string | null {
  const known = user && [user.first_name, user.last_name].filter(Boolean).join(' ')
  return known ?? hidden ?? group?.title ?? channel?.title ?? null
}
