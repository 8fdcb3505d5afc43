import type { PressedButton } from './incoming.ts'

/**
 * At most 64 bytes, Telegram's limit. Contains the random id of the message part with the button, because the provider
 * must not learn the id of the call.
 */
export const buttonValue = ({ part, decision }: PressedButton): string => `${decision}:${part}`

export function readButtonValue(value: string): PressedButton | null {
  const { decision, part } =
    /^(?<decision>approve|decline):(?<part>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(value)
      ?.groups ?? {}
  return part && (decision === 'approve' || decision === 'decline') ? { part, decision } : null
}
