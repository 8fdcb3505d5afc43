import { z } from 'zod'
import { accepted, type Result } from '#ground/base/result.ts'
import { AccountAnswer, type ClientAccount } from './account.ts'
import type { Send } from './http.ts'
import { isUnknownRoute, type ChatappRefusal } from './refusal.ts'

/** Accounts that changed, in the order in which they did last. */
export interface AccountChangesPage {
  /** Start of the reading: 0 when the web chat does not know the requested number. */
  from: number
  accounts: ClientAccount[]
  /** Ids of accounts that are no more. */
  gone: string[]
  /** Position to continue from. */
  to: number
  more: boolean
  /** Id of the primary administrator. */
  primary: string | null
}

/** Requested page size; the web chat may return less. */
const AT_ONCE = 500

/**
 * Changes of accounts after a number; after 0, all accounts. Only our own web chat provides them.
 *
 * @returns null for another web chat.
 */
export async function readChanges(
  send: Send,
  after: number,
): Promise<Result<AccountChangesPage | null, ChatappRefusal>> {
  const answer = await send({
    path: '/api/v1/users/changes',
    query: { after, limit: AT_ONCE },
    answer: ChangesAnswer,
  })
  if (answer.ok) {
    const { users, ...page } = answer.value
    return accepted({ ...page, accounts: users })
  }
  return isUnknownRoute(answer.refusal) ? accepted(null) : answer
}

/** Everybody by way of the changes, oldest change first; null when the web chat is another one. */
export async function readAllByChanges(send: Send): Promise<Result<ClientAccount[] | null, ChatappRefusal>> {
  const found = new Map<string, ClientAccount>()
  for (let after = 0, more = true; more;) {
    const page = await readChanges(send, after)
    if (!page.ok) return page
    if (page.value === null) return accepted(null)
    for (const account of page.value.accounts) found.set(account.id, account)
    for (const id of page.value.gone) found.delete(id)
    after = page.value.to
    more = page.value.more
  }
  return accepted([...found.values()])
}

const ChangesAnswer = z.object({
  from: z.number(),
  users: z.array(AccountAnswer),
  gone: z.array(z.string()),
  to: z.number(),
  more: z.boolean(),
  primary: z.string().nullable(),
})
