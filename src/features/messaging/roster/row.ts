import type { ChannelName } from '#ground/hub/channels.ts'
import { areNear, subscriberOf } from './phone-number.ts'

export interface RosterRow {
  /** `*` means all channels. */
  readonly surface: ChannelName | '*'
  readonly handle: string
  /** Normalized e-mail. */
  readonly email: string
  readonly name: string | null
  /** Line in the roster or in its script's output, from 1. */
  readonly line: number
}

export const comparable = (handle: string): string =>
  PHONE_NUMBER.test(handle) ? handle.replaceAll(/\D/g, '') : handle

/** A number with a leading `-` is an id, for example of a group. */
const PHONE_NUMBER = /^[+(]*\d[\d\s()-]*$/

/** Channels that identify people by telephone number. On other channels, a number is an id. */
const KNOWS_NUMBERS: ReadonlySet<RosterRow['surface']> = new Set(['chata', '*'])

export const keyOn = (surface: ChannelName, handle: string): string =>
  (KNOWS_NUMBERS.has(surface) ? subscriberOf(handle) : null) ?? comparable(handle)

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

export function isSameHandle(a: RosterRow, b: RosterRow): boolean {
  if (comparable(a.handle) === comparable(b.handle)) return true
  if (!KNOWS_NUMBERS.has(a.surface) || !KNOWS_NUMBERS.has(b.surface)) return false
  return keyOn('chata', a.handle) === keyOn('chata', b.handle)
}
