import { z } from 'zod'
import { refused, type Result } from '#ground/base/result.ts'
import { EmailAnswer, RoleAnswer, type ClientRole } from './account.ts'
import type { Send } from './http.ts'
import type { ChatappRefusal } from './refusal.ts'

export interface SessionPerson {
  id: string
  /** Trimmed and lower case. */
  email: string
  name: string
  role: ClientRole
  /** Epoch seconds; null: never. */
  expiresAt: number | null
  key: PersonalKey | null
}

export interface PersonalKey {
  name: string
  /** Slugs of the key's Hubs; null: all Hubs. */
  hubs: readonly string[] | null
}

/**
 * Accounts that wait for approval are returned, too: check `role`. A token's own claims are never trusted: only the
 * web chat knows current sign-outs, deletions and roles.
 */
export const createWhoIs =
  (send: Send) =>
  async (credential: string): Promise<Result<SessionPerson, WhoIsRefusal>> => {
    const answer = await send({ path: '/api/v1/auths/', as: credential, answer: SessionAnswer })
    if (answer.ok) return answer
    if (isRefusedWith(answer.refusal, 403, /^your account is blocked/i)) return refused({ code: 'blocked' })
    if (credential.startsWith('sk-') && isRefusedWith(answer.refusal, 403, NO_SESSION_ROUTE))
      return ownerOfKey(send, credential)
    return isRefusedWith(answer.refusal, 403, /^use of api key is not enabled/i)
      ? refused({ code: 'keys_refused' })
      : answer
  }

/**
 * - `blocked`: the credential is good, and its owner is refused everywhere.
 * - `pending`: the key is good, and its owner waits for approval or is blocked.
 * - `keys_refused`: the web chat may know the key, but its settings refuse keys.
 */
export type WhoIsRefusal = ChatappRefusal | { code: 'blocked' | 'pending' | 'keys_refused' }

/** The second text means that settings restrict keys to other paths. */
const NO_SESSION_ROUTE = /^(a human session is required|you do not have permission)/i

/**
 * Open WebUI 0.12 and newer refuse keys at the session route, so the status route identifies the owner. Settings may
 * forbid that (403).
 */
async function ownerOfKey(send: Send, key: string): Promise<Result<SessionPerson, WhoIsRefusal>> {
  const answer = await send({ path: '/api/v1/users/user/status', as: key, answer: SessionAnswer })
  if (answer.ok) return answer
  if (isRefusedWith(answer.refusal, 401, /^you do not have permission/i)) return refused({ code: 'pending' })
  return isRefusedWith(answer.refusal, 403, /^/) ? refused({ code: 'keys_refused' }) : answer
}

const isRefusedWith = (refusal: ChatappRefusal, status: number, detail: RegExp): boolean =>
  refusal.code === 'refused' && refusal.status === status && detail.test(refusal.detail)

const SessionAnswer = z
  .object({
    id: z.string().min(1),
    email: EmailAnswer.pipe(z.string().min(1)),
    name: z.string(),
    role: RoleAnswer,
    expires_at: z.number().nullish(),
    key: z
      .object({
        name: z.string(),
        hubs: z.array(z.string()).nullable(),
        expires_at: z.number().nullable(),
      })
      .nullish(),
  })
  .transform(({ expires_at: sessionEnd, key, ...person }): SessionPerson => ({
    ...person,
    expiresAt: sessionEnd ?? key?.expires_at ?? null,
    key: key ? { name: key.name, hubs: key.hubs } : null,
  }))
