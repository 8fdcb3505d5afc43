import { Refused } from '#chatapp/http/refused.ts'
import type { Account } from '../account.ts'
import { mayManageKeys } from '../keys/rules.ts'
import type { Visitor } from './guard.ts'

/** The owner of the sign-in methods in a request. @throws Refused for a limited key. */
export function ownerOf({ account, key }: Visitor): Account {
  if (!mayManageKeys(key)) throw new Refused('session_needed')
  return account
}
