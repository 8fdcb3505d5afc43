import type { ChannelName } from '#ground/hub/channels.ts'

/** One handle of a person, and whose it is. */
export interface RosterRow {
  /** `*` stands for every channel. */
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

/** What two handles are compared by: of a telephone number the digits, of anything else all of it. */
export const comparable = (handle: string): string =>
  PHONE_NUMBER.test(handle) ? handle.replaceAll(/\D/g, '') : handle

/** A number that begins with `-` is an id, such as that of a group. */
const PHONE_NUMBER = /^[+(]*\d[\d\s()-]*$/
