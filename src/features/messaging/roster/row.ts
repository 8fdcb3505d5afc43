import type { ChannelName } from '#ground/hub/channels.ts'
import { areNear, subscriberOf } from './phone-number.ts'

/** One handle of a person, and their account. */
export interface RosterRow {
  /** `*` means every channel. */
  readonly surface: ChannelName | '*'
  /** As it is written in the roster. */
  readonly handle: string
  /** In normal form. */
  readonly email: string
  /** For people; null when it is not given. */
  readonly name: string | null
  /** In the roster, or in what its script printed; counted from 1. */
  readonly line: number
}

/** Key for comparing handles: the digits of a telephone number, otherwise the whole text. */
export const comparable = (handle: string): string =>
  PHONE_NUMBER.test(handle) ? handle.replaceAll(/\D/g, '') : handle

/** A number that begins with `-` is an id, such as that of a group. */
const PHONE_NUMBER = /^[+(]*\d[\d\s()-]*$/

/** Channels on which people are known by their telephone numbers; on others a number is an id. */
const KNOWS_NUMBERS: ReadonlySet<RosterRow['surface']> = new Set(['chata', '*'])

/** The key by which a channel compares handles. Telephone numbers compare by subscriber, in every written form. */
export const keyOn = (surface: ChannelName, handle: string): string =>
  (KNOWS_NUMBERS.has(surface) ? subscriberOf(handle) : null) ?? comparable(handle)

/** Those rows whose number may be meant for a sender who does not match it. */
export const nearRows = (
  rows: readonly RosterRow[],
  surface: ChannelName,
  handles: readonly string[],
): RosterRow[] =>
  KNOWS_NUMBERS.has(surface)
    ? rows.filter(
        (row) => KNOWS_NUMBERS.has(row.surface) && handles.some((handle) => areNear(row.handle, handle)),
      )
    : []

/** Whether two rows would make one sender two people, where both hold. */
export function isSameHandle(a: RosterRow, b: RosterRow): boolean {
  if (comparable(a.handle) === comparable(b.handle)) return true
  if (!KNOWS_NUMBERS.has(a.surface) || !KNOWS_NUMBERS.has(b.surface)) return false
  return keyOn('chata', a.handle) === keyOn('chata', b.handle)
}
