import type { Message, Origin } from './updates.ts'

/** What a message says in words; null when it says nothing. */
export function textOf(message: Message): string | null {
  const said = wordsOf(message)
  if (said === null || !message.forward_origin) return said
  // Else what somebody else wrote would read as what the sender asks for.
  return `Forwarded, written by ${nameOf(message.forward_origin)}:\n${said.replaceAll(/^/gm, '> ')}`
}

function wordsOf({ text, caption, venue, location, contact, sticker }: Message): string | null {
  const written = text ?? caption
  if (written !== undefined) return written
  if (venue) return `Location: ${venue.title}, ${venue.address} (${degrees(venue.location)})`
  if (location) return `Location: ${degrees(location)}`
  if (contact) {
    const name = [contact.first_name, contact.last_name].filter(Boolean).join(' ')
    return `Contact: ${name}, ${contact.phone_number}`
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
}: Origin): string {
  const known = user && [user.first_name, user.last_name].filter(Boolean).join(' ')
  const name = known ?? hidden ?? group?.title ?? channel?.title ?? 'somebody'
  return name.replaceAll(/\s+/g, ' ') // anybody chooses it
}
