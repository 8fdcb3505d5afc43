import type { Store } from '#ground/store/store.ts'
import { blockedAmong } from './lists.ts'
import { parseSubject } from './subject.ts'

/** Whether somebody is refused everywhere, as it is now. */
export async function isBlocked(store: Pick<Store, 'db'>, email: string): Promise<boolean> {
  const subject = parseSubject(email)
  return subject !== null && (await blockedAmong(store, [subject])).has(subject)
}
