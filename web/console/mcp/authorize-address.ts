import { sharedTabEntries } from '../../ui/storage.ts'
import type { PageAddress } from './authorization-request.ts'

/** Sign-in keeps at most 1,500 characters of an address, encoded. A longer one waits in the tab. */
const MAX_RETURN_CHARACTERS = 1000
const WAITING = 'mcp-authorization'
const CONTINUED = '?continue'

/**
 * The address that the program opened, character by character. It is read before the router reads addresses, which would
 * take a `state` of digits for a number.
 */
const opened: PageAddress = read()

export const askedAt = (): PageAddress => opened

/** Address to return to after signing in. */
export function returnAddress(): string {
  const { pathname, search } = opened
  const here = pathname + search
  if (here.length <= MAX_RETURN_CHARACTERS) return here
  sharedTabEntries.write(WAITING, search)
  return pathname + CONTINUED
}

function read(): PageAddress {
  const { pathname, search } = window.location
  if (search !== CONTINUED) return { pathname, search }
  return { pathname, search: sharedTabEntries.read(WAITING) ?? search }
}
