import type { PressedButton } from './incoming.ts'

/** At most 64 bytes, the limit of Telegram. The part's id is random, and names the call without disclosing it. */
export const buttonValue = ({ part, decision }: PressedButton): string => `${decision}:${part}`

export function readButtonValue(value: string): PressedButton | null {
  const { decision, part } =
    /^(?<decision>approve|decline):(?<part>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(value)
      ?.groups ?? {}
  return part && (decision === 'approve' || decision === 'decline') ? { part, decision } : null
}
