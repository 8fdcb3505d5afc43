import { sharedTabEntries } from '../../ui/storage.ts'
import type { PageAddress } from './authorization-request.ts'

/** Longer addresses stay in session storage: the sign-in accepts at most 1,500 characters after percent-encoding. */
const MAX_RETURN_CHARACTERS = 1000
const WAITING = 'mcp-authorization'
const CONTINUED = '?continue'

/** The page's address, read before the router changes it: the router parses a `state` of digits as a number. */
const opened: PageAddress = read()

export const openedAddress = (): PageAddress => opened

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
