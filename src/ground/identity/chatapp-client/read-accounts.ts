import { z } from 'zod'
import { accepted, type Result } from '#ground/base/result.ts'
import { AccountAnswer, type ClientAccount } from './account.ts'
import { readAllByChanges } from './changes.ts'
import { path, type Send } from './http.ts'
import type { ChatappRefusal } from './refusal.ts'

/** Page size that the web chat defines. */
const PAGE_SIZE = 30
const MAX_CONCURRENT_REQUESTS = 4

export async function readAllAccounts(send: Send): Promise<Result<ClientAccount[], ChatappRefusal>> {
  const byChanges = await readAllByChanges(send)
  const all = byChanges.ok && byChanges.value === null ? await readPages(send) : byChanges
  if (!all.ok) return all
  return accepted(all.value!.toSorted((a, b) => a.createdAt - b.createdAt || compare(a.id, b.id)))
}

/**
 * Accounts may move between pages during the reads. The list of all ids, which is read last, shows which accounts the
 * pages lacked and which were deleted.
 */
async function readPages(send: Send): Promise<Result<ClientAccount[], ChatappRefusal>> {
  const found = new Map<string, ClientAccount>()
  const first = await readPage(send, 1)
  if (!first.ok) return first
  for (const account of first.value.users) found.set(account.id, account)

  const pages = Math.ceil(first.value.total / PAGE_SIZE)
  for (let page = 2; page <= pages; page += MAX_CONCURRENT_REQUESTS) {
    const numbers = Array.from(
      { length: Math.min(MAX_CONCURRENT_REQUESTS, pages - page + 1) },
      (_, index) => page + index,
    )
    for (const answer of await Promise.all(numbers.map((number) => readPage(send, number)))) {
      if (!answer.ok) return answer
      for (const account of answer.value.users) found.set(account.id, account)
    }
  }

  const all = await send({ path: '/api/v1/users/all', answer: AllAnswer })
  if (!all.ok) return all
  const present = new Set(all.value.users.map((user) => user.id))
  for (const id of found.keys()) if (!present.has(id)) found.delete(id)
  const missed = [...present].filter((id) => !found.has(id))
  for (let start = 0; start < missed.length; start += MAX_CONCURRENT_REQUESTS) {
    const ids = missed.slice(start, start + MAX_CONCURRENT_REQUESTS)
    for (const answer of await Promise.all(ids.map((id) => readAccount(send, id)))) {
      if (answer.ok) found.set(answer.value.id, answer.value)
      else if (answer.refusal.code !== 'missing') return answer // `missing`: the account was deleted after its id was read
    }
  }
  return accepted([...found.values()])
}

/** Sorted by creation, so that new accounts do not shift earlier pages. */
export const readPage = (send: Send, page: number, query?: string) =>
  send({
    path: '/api/v1/users/',
    query: { order_by: 'created_at', direction: 'asc', page, ...(query === undefined ? {} : { query }) },
    answer: PageAnswer,
  })

export const readAccount = (send: Send, id: string): Promise<Result<ClientAccount, ChatappRefusal>> =>
  send({ path: path`/api/v1/users/${id}`, answer: AccountAnswer })

const PageAnswer = z.object({ users: z.array(AccountAnswer), total: z.number() })
const AllAnswer = z.object({ users: z.array(z.object({ id: z.string() })) })

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
