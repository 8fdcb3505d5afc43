import { isDeepStrictEqual } from 'node:util'
import type { JSONWebKeySet } from 'jose'
import * as oauth from 'openid-client'
import { z } from 'zod'
import { knownMembers } from '#ground/base/json/lenient-schema.ts'
import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock } from '#ground/base/clock.ts'
import { createRateLimit } from '#ground/base/rate-limit.ts'
import { metadataOf } from '#chatapp/integrations/authority.ts'
import { authenticationBy, preferredMethod } from '#chatapp/integrations/client.ts'
import { ProviderFailure } from '#chatapp/integrations/failure.ts'
import { outgoingFor, type OutgoingRequests } from '#chatapp/integrations/outgoing.ts'
import { withStandardTokenResponses } from '#chatapp/integrations/token-endpoint.ts'
import type { IdentityProvider } from './provider.ts'

const TTL_MS = 10 * 60_000

/** Browsers are redirected only to a provider whose last response is at most this old. */
const REACHABLE_TTL_MS = 15_000

/**
 * After a failed sign-in or sign-out, a provider's metadata and keys may be read again. Anyone can cause such
 * failures, so the number of these reads is limited.
 */
const MAX_RENEWALS_PER_MINUTE = 6

const MAX_ANSWERS = 1000

export interface OpenidClient {
  config: oauth.Configuration
  /** Cached after the first call. @throws ProviderFailure */
  keys(): Promise<JSONWebKeySet>
}

/** A provider accepts a code only once, so retries of a sign-in use the stored token response. */
export function createClients({ clock }: { clock: Clock }) {
  const known = new Map<string, KnownClient>()
  const answers = new BoundedMap<string, string>(MAX_ANSWERS)
  const limit = () => createRateLimit({ attempts: MAX_RENEWALS_PER_MINUTE, windowSeconds: 60, clock })
  const renewals = { 'sign-in': limit(), logout: limit(), failure: limit() }

  const of = async (provider: IdentityProvider): Promise<OpenidClient> => {
    const found = known.get(provider.id)
    const isCurrent = found !== undefined && isDeepStrictEqual(found.provider, provider)
    if (isCurrent && found.until > clock.now()) return found.client
    const now = clock.now()
    const client = discover(provider, { clock, answers })
    const entry = { provider, until: now + TTL_MS, reachedAt: now, client }
    known.set(provider.id, entry)
    entry.client.catch(() => {
      if (known.get(provider.id) === entry) known.delete(provider.id)
    })
    return entry.client
  }

  return {
    of,

    /** Checks that the provider responds, because cached metadata may be outdated. @throws ProviderFailure */
    async reachable(provider: IdentityProvider): Promise<OpenidClient> {
      const client = await of(provider)
      const entry = known.get(provider.id)
      if (!entry || clock.now() - entry.reachedAt < REACHABLE_TTL_MS) return client
      const before = entry.reachedAt
      entry.reachedAt = clock.now() // prevents concurrent checks
      try {
        await metadataOf(provider.issuer, ['oidc'], outgoingFor(provider.issuer, [], { clock }))
      } catch (error) {
        entry.reachedAt = before
        throw error
      }
      return client
    },

    async renewed(
      provider: IdentityProvider,
      used: OpenidClient,
      reason: 'sign-in' | 'logout',
    ): Promise<OpenidClient | null> {
      const current = await of(provider)
      if (current !== used) return current // another sign-in renewed the client
      if (renewals[reason].consume(provider.id) > 0) return null
      known.delete(provider.id)
      return of(provider)
    },

    forget(provider: IdentityProvider): void {
      if (renewals.failure.consume(provider.id) === 0) known.delete(provider.id)
    },

    answerTo: (code: Code): string | null => answers.get(keyOf(code)) ?? null,
    dropAnswer: (code: Code) => void answers.delete(keyOf(code)),
  }
}

interface KnownClient {
  provider: IdentityProvider
  until: number
  reachedAt: number
  client: Promise<OpenidClient>
}

/** Includes the verifier, so that only the sign-in of the same browser gets the stored response. */
export interface Code {
  code: string
  verifier: string
}

const keyOf = ({ code, verifier }: Code) => `${code} ${verifier}`

export type Clients = ReturnType<typeof createClients>

interface DiscoverParts {
  clock: Clock
  answers: BoundedMap<string, string>
}

async function discover(
  provider: IdentityProvider,
  { clock, answers }: DiscoverParts,
): Promise<OpenidClient> {
  const { issuer, clientId, clientSecret } = provider
  const outgoing = outgoingFor(issuer, [], { clock })
  const metadata = await metadataOf(issuer, ['oidc'], outgoing)
  const authentication = authenticationBy(clientSecret, preferredMethod(metadata))
  const config = new oauth.Configuration(metadata, clientId, undefined, authentication)
  oauth.allowInsecureRequests(config) // permits http too, because `outgoing` decides which addresses are permitted
  oauth.enableNonRepudiationChecks(config) // makes `openid-client` verify signatures of ID tokens
  const tokenUrl = metadata.token_endpoint ?? ''
  config[oauth.customFetch] = keepingAnswers(
    withStandardTokenResponses(outgoing, tokenUrl),
    answers,
    tokenUrl,
  )
  let keys: Promise<JSONWebKeySet> | null = null
  return {
    config,
    keys() {
      const reading = (keys ??= readKeys(outgoing, metadata.jwks_uri))
      reading.catch(() => (keys = null))
      return reading
    },
  }
}

const Keys = z.object({ keys: knownMembers(z.looseObject({ kty: z.string() })) })

async function readKeys(outgoing: OutgoingRequests, address: string | undefined): Promise<JSONWebKeySet> {
  if (address === undefined)
    throw new ProviderFailure('The provider’s metadata names no signing keys (jwks_uri).')
  const answer = await outgoing(address, { headers: { accept: 'application/json' } })
  const parsed = Keys.safeParse(await answer.json().catch(() => null))
  if (answer.status !== 200 || !parsed.success)
    throw new ProviderFailure('The provider’s signing keys can’t be read.')
  return parsed.data
}

/** Sends each code only once, and stores the response. */
const keepingAnswers =
  (outgoing: OutgoingRequests, answers: BoundedMap<string, string>, tokenUrl: string): OutgoingRequests =>
  async (url, request) => {
    const body = request?.body
    const code = url === tokenUrl && body instanceof URLSearchParams ? body.get('code') : null
    if (code === null) return outgoing(url, request)
    const key = keyOf({ code, verifier: (body as URLSearchParams).get('code_verifier') ?? '' })
    const cached = answers.get(key)
    if (cached !== undefined) return answerOf(cached)
    const answer = await outgoing(url, request)
    if (answer.status !== 200) return answer
    const text = await answer.text()
    answers.set(key, text)
    return answerOf(text)
  }

const answerOf = (text: string) => new Response(text, { headers: { 'content-type': 'application/json' } })
