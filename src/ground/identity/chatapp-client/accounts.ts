import { z } from 'zod'
import type { OneByOne } from '#ground/base/one-by-one.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { normalEmail } from '../caller.ts'
import { AccountAnswer, EmailAnswer, RoleAnswer, type ClientAccount, type ClientRole } from './account.ts'
import { readChanges } from './changes.ts'
import { readAllAccounts, readAccount, readPage } from './read-accounts.ts'
import { path, type Send } from './http.ts'
import { isUnknownRoute, type ChatappRefusal } from './refusal.ts'

const MAX_QUERY_LENGTH = 200

export interface AccountToCreate {
  name: string
  email: string
  password: string
  role: ClientRole
}

export type AccountUpdate = Partial<Pick<ClientAccount, 'name' | 'email' | 'role' | 'profileImageUrl'>> & {
  password?: string
}

/**
 * The primary administrator cannot be demoted or deleted, and other people cannot change that account. No person can
 * delete their own account.
 */
export type Protected = { code: 'protected'; detail: string }
export type EmailTaken = { code: 'email_taken' }

export function createAccountsClient({ send, oneByOne }: { send: Send; oneByOne: OneByOne }) {
  return {
    /** Oldest first. An account that exists during the whole call appears exactly once. */
    list: (): Promise<Result<ClientAccount[], ChatappRefusal>> => readAllAccounts(send),

    changes: (after: number) => readChanges(send, after),

    get: (id: string): Promise<Result<ClientAccount, ChatappRefusal>> => readAccount(send, id),

    async findByEmail(email: string): Promise<Result<ClientAccount | null, ChatappRefusal>> {
      const wanted = normalEmail(email)
      if (wanted === '') return accepted(null)
      for (let page = 1, seen = 0; ; page++) {
        const answer = await readPage(send, page, wanted.slice(0, MAX_QUERY_LENGTH))
        if (!answer.ok) return answer
        const { users, total } = answer.value
        const exact = users.find((account) => account.email === wanted)
        if (exact) return accepted(exact)
        seen += users.length
        if (users.length === 0 || seen >= total) return accepted(null)
      }
    },

    /** After `unavailable`, the account may exist: look up the email address before a retry. */
    async create(
      account: AccountToCreate,
    ): Promise<Result<Pick<ClientAccount, 'id' | 'email' | 'name' | 'role'>, ChatappRefusal | EmailTaken>> {
      const { name, email, password, role } = account
      const body = { name, email: normalEmail(email), password, role }
      const answer = await send({ method: 'POST', path: '/api/v1/auths/add', body, answer: AddedAnswer })
      return answer.ok ? answer : refused(emailTaken(answer.refusal))
    },

    /** Sends all fields, as older web chats require. */
    async update(
      id: string,
      changes: AccountUpdate,
    ): Promise<Result<ClientAccount, ChatappRefusal | EmailTaken | Protected>> {
      return oneByOne(`account ${id}`, async () => {
        const current = await readAccount(send, id)
        if (!current.ok) return current
        const { name, email, role, profileImageUrl, password } = { ...current.value, ...changes }
        const answer = await send({
          method: 'POST',
          path: path`/api/v1/users/${id}/update`,
          body: {
            name,
            email: normalEmail(email),
            role,
            profile_image_url: profileImageUrl,
            ...(password === undefined ? {} : { password }),
          },
          answer: AccountAnswer,
        })
        return answer.ok ? answer : refused(emailTaken(protectedAccount(answer.refusal)))
      })
    },

    /** Empty if the web chat does not support the list. */
    async identities(id: string): Promise<Result<AccountIdentity[], ChatappRefusal>> {
      const answer = await send({ path: path`/api/v1/users/${id}/identities`, answer: IdentitiesAnswer })
      if (answer.ok) return accepted(answer.value.items)
      return isUnknownRoute(answer.refusal) ? accepted([]) : answer
    },

    /** After the release, the identity of `issuer` can no longer sign in to the account. */
    async releaseIdentity(id: string, issuer: string): Promise<Result<void, ChatappRefusal>> {
      const answer = await send({
        method: 'POST',
        path: path`/api/v1/users/${id}/identities/release`,
        body: { issuer },
        answer: z.literal(true),
      })
      return answer.ok ? accepted(undefined) : answer
    },

    /** Personal keys stay valid. */
    endSessions: (id: string) => endSessions(send, id),

    /** A missing account counts as success. */
    async remove(id: string): Promise<Result<void, ChatappRefusal | Protected>> {
      const answer = await send({
        method: 'DELETE',
        path: path`/api/v1/users/${id}`,
        answer: z.literal(true),
      })
      if (answer.ok || answer.refusal.code === 'missing') return accepted(undefined)
      return refused(protectedAccount(answer.refusal))
    },
  }
}

async function endSessions(send: Send, id: string): Promise<Result<void, ChatappRefusal>> {
  const answer = await send({
    method: 'POST',
    path: path`/api/v1/users/${id}/sessions/revoke`,
    answer: z.literal(true),
  })
  return answer.ok ? accepted(undefined) : answer
}

const IdentitiesAnswer = z.object({
  items: z.array(
    z.object({
      issuer: z.string(),
      subject: z.string(),
      email: z.string().nullable(),
      created_at: z.number(),
    }),
  ),
})

/** `created_at`: epoch seconds. */
export type AccountIdentity = z.infer<typeof IdentitiesAnswer>['items'][number]

/** Drops the new account's token from the response. */
const AddedAnswer = z.object({ id: z.string(), email: EmailAnswer, name: z.string(), role: RoleAnswer })

const emailTaken = <R extends ChatappRefusal | Protected>(refusal: R): R | EmailTaken =>
  refusal.code === 'refused' && /already (registered|taken)/i.test(refusal.detail)
    ? { code: 'email_taken' }
    : refusal

const protectedAccount = (refusal: ChatappRefusal): ChatappRefusal | Protected =>
  refusal.code === 'refused' && refusal.status === 403
    ? { code: 'protected', detail: refusal.detail }
    : refusal
