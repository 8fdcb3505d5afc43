import type { Store } from '#ground/store/store.ts'
import { findBlocked } from './lists.ts'
import { parseSubject } from './subject.ts'

export async function isBlocked(store: Pick<Store, 'db'>, email: string): Promise<boolean> {
  const subject = parseSubject(email)
  return subject !== null && (await findBlocked(store, [subject])).has(subject)
}
