import { z } from 'zod'
import { accepted, type Result } from '#ground/base/result.ts'
import { AccountAnswer, type ClientAccount } from './account.ts'
import type { Send } from './http.ts'
import type { ChatappRefusal } from './refusal.ts'

/** Changed accounts, in order of their last change. */
export interface AccountChangesPage {
  /** Number that the page starts after; 0 if the web chat does not know the requested number. */
  from: number
  accounts: ClientAccount[]
  /** Ids of deleted accounts. */
  gone: string[]
  /** Change number for the next request. */
  to: number
  more: boolean
  /** Account id of the primary administrator. */
  primary: string | null
}

/** Requested page size; the web chat may return less. */
const AT_ONCE = 500

/**
 * Reads account changes after a change number; after 0, all accounts. Only our own web chat has this route.
 *
 * @returns Null for another web chat.
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
  return isUnknown(answer.refusal) ? accepted(null) : answer
}

/** Reads all accounts through their changes, oldest change first; null for another web chat. */
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

/** Errors of other web chats: Open WebUI reads the path as an account id, and others respond with an HTML page. */
const isUnknown = (refusal: ChatappRefusal): boolean =>
  refusal.code === 'missing' ||
  (refusal.code === 'refused' && [400, 404, 405, 422].includes(refusal.status)) ||
  (refusal.code === 'unavailable' && ['not_data', 'unexpected_answer'].includes(refusal.reason))
