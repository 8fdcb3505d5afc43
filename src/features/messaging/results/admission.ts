import type { Selectable } from 'kysely'
import { z } from 'zod'
import { isChannel, type ChannelName } from '#ground/hub/channels.ts'
import { normalEmail } from '#ground/identity/caller.ts'
import type { MessageTables } from '#ground/store/message-tables.ts'
import type { SendOutcome } from '../channel.ts'
import type { MessageGate } from '../roster/gate.ts'

export interface ResultAdmissionDeps {
  gate: Pick<MessageGate, 'accessRefusalOf'>
  personOf(channel: ChannelName, handles: readonly string[], signal: AbortSignal): Promise<string | null>
}

/** `refused`: the recipient may not use the Hub. */
export type NotAdmitted = { outcome: 'refused'; reason: string } | Extract<SendOutcome, { outcome: 'later' }>

const RETRY_DELAY_MS = 30_000

const Handles = z.array(z.string())

type OutgoingTo = Pick<Selectable<MessageTables['outbox']>, 'channel' | 'cause' | 'target' | 'handles'>

/**
 * A result or notice for one person is sent only while this person may use the Hub. A personal notice is for the
 * person in `target`: it is refused if the roster now assigns the handle to another person.
 * Groups and webhooks need no check, because editors of the Hub's folder chose them.
 */
export async function notAdmitted(
  { gate, personOf }: ResultAdmissionDeps,
  { channel, cause, target, handles }: OutgoingTo,
  signal: AbortSignal,
): Promise<NotAdmitted | null> {
  try {
    const email = async () => {
      if (channel === 'chat') return target
      if (!isChannel(channel) || handles === null) return undefined
      return personOf(channel, Handles.parse(JSON.parse(handles)), signal)
    }
    const person = await email()
    if (person === undefined) return null
    if (person === null) return { outcome: 'refused', reason: 'no account has this handle' }
    if (cause === 'personal' && normalEmail(person) !== target)
      return { outcome: 'refused', reason: `the handle belongs to another person than ${target}` }
    const refusal = await gate.accessRefusalOf({ email: normalEmail(person), surface: channel, groups: [] })
    return refusal && { outcome: 'refused', reason: refusal.reason }
  } catch {
    const reason = 'the recipient’s access to the Hub could not be checked'
    return { outcome: 'later', afterMs: RETRY_DELAY_MS, reason, of: 'conversation' }
  }
}
