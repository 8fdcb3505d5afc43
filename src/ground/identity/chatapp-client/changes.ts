import { z } from 'zod'
import { accepted, type Result } from '#ground/base/result.ts'
import { AccountAnswer, type ClientAccount } from './account.ts'
import type { Send } from './http.ts'
import { isUnknownRoute, type ChatappRefusal } from './refusal.ts'

export interface AccountChangesPage {
  /**
   * Number after which the changes of this page begin. It is 0 if the web chat does not know the requested number and
   * therefore lists all accounts.
   */
  from: number
  accounts: ClientAccount[]
  gone: string[]
  to: number
  more: boolean
  primary: string | null
}

const PAGE_SIZE = 500

/** @param after 0 returns all accounts. @returns Null for an external web chat without this route. */
export async function readChanges(
  send: Send,
  after: number,
): Promise<Result<AccountChangesPage | null, ChatappRefusal>> {
  const answer = await send({
    path: '/api/v1/users/changes',
    query: { after, limit: PAGE_SIZE },
    answer: ChangesAnswer,
  })
  if (answer.ok) {
    const { users, ...page } = answer.value
    return accepted({ ...page, accounts: users })
  }
  return isUnknownRoute(answer.refusal) ? accepted(null) : answer
}

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
