import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Account } from '../account.ts'
import type { Accounts } from '../accounts.ts'
import type { Level } from '#chatapp/http/contract.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import type { FactorRule } from '../factors/rule.ts'
import type { ApiKeys, KeyLimits } from '../keys/api-keys.ts'
import { checkKeyUse } from '../keys/rules.ts'
import type { RefusalCode } from '#chatapp/http/refusals.ts'
import type { SiteSettings } from '../settings/settings.ts'
import { credentialOf, type Credential } from '#chatapp/http/credential.ts'
import { mayServiceCall, SERVICE } from './service.ts'
import type { Sessions } from './sessions.ts'

export interface Visitor {
  account: Account
  credential: Credential
  key: KeyLimits | null
  sessionId: string | null
  /** Epoch seconds; null for an API key and for the service. */
  expiresAt: number | null
}

/**
 * Null for an anonymous caller that the level permits. @throws ChatappRefused if the level does not permit the caller
 */
export type Guard = (level: Level, request: FastifyRequest) => Promise<Visitor | null>

export interface GuardParts {
  accounts: Pick<Accounts, 'touch'>
  sessions: Pick<Sessions, 'resolve'>
  apiKeys: Pick<ApiKeys, 'resolve'>
  settings: Pick<SiteSettings, 'readFor'>
  isBlocked(email: string): Promise<boolean>
  factorRule: Pick<FactorRule, 'lacks' | 'refuseLack'>
  isServiceToken(token: string): boolean
}

export const createGuard =
  (parts: GuardParts): Guard =>
  async (level, { headers, raw }) => {
    if (level === 'open') return null
    const identified = await identify(parts, credentialOf(headers), raw)
    if (level === 'optional')
      return identified.ok && !(await parts.factorRule.lacks(identified.value.account))
        ? identified.value
        : null
    const visitor = unwrapChatapp(identified)
    if (!IS_ENOUGH[level](visitor.account)) throw new ChatappRefused('forbidden')
    // API keys stay valid when a second factor becomes required, because programs cannot set up a second factor.
    if (level !== 'any' && visitor.sessionId !== null) await parts.factorRule.refuseLack(visitor.account)
    if (visitor.account !== SERVICE) await parts.accounts.touch(visitor.account)
    return visitor
  }

const IS_ENOUGH = {
  any: () => true,
  verified: ({ role }: Account) => role !== 'pending',
  admin: ({ role }: Account) => role === 'admin',
} as const

async function identify(
  parts: GuardParts,
  credential: Credential | null,
  request: IncomingMessage,
): Promise<Result<Visitor, RefusalCode>> {
  if (!credential) return refused('not_authenticated')
  const visitor = await visitorBy(parts, credential, request)
  if (!visitor.ok || visitor.value.account === SERVICE) return visitor
  return (await parts.isBlocked(visitor.value.account.email)) ? refused('blocked') : visitor
}

async function visitorBy(
  { sessions, apiKeys, settings, isServiceToken }: GuardParts,
  credential: Credential,
  request: IncomingMessage,
): Promise<Result<Visitor, RefusalCode>> {
  if (credential.kind === 'service') {
    if (credential.from !== 'authorization' || !isServiceToken(credential.value)) return refused('bad_token')
    if (!mayServiceCall(request)) return refused('forbidden')
    return accepted({ account: SERVICE, credential, key: null, sessionId: null, expiresAt: null })
  }
  if (credential.kind === 'session') {
    const session = await sessions.resolve(credential.value)
    return session.ok ? accepted({ ...session.value, credential, key: null }) : session
  }
  const resolved = await apiKeys.resolve(credential.value)
  if (!resolved.ok) return resolved
  const { account, key } = resolved.value
  const use = { account, key, method: request.method, url: request.url! }
  const closed = checkKeyUse(use, await settings.readFor(account))
  return closed === null
    ? accepted({ account, credential, key, sessionId: null, expiresAt: null })
    : refused(closed)
}
