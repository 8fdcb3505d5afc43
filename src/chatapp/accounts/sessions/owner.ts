import { ChatappRefused } from '#chatapp/http/refused.ts'
import type { Account } from '../account.ts'
import { mayManageKeys } from '../keys/rules.ts'
import type { Visitor } from './guard.ts'

export function ownerOf({ account, key }: Visitor): Account {
  if (!mayManageKeys(key)) throw new ChatappRefused('session_needed')
  return account
}
