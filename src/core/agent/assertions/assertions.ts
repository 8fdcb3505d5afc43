import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { Caller } from '#ground/identity/caller.ts'
import { signingKeyOf, type PublicSigningKey } from './key.ts'

/** HTTP header with which the Hub sends an assertion to MCP servers. */
export const ASSERTION_HEADER = 'Hub-Assertion'

const TTL_SECONDS = 60

export interface AssertedCall {
  caller: Caller
  chatId: string
  /** Null outside runs. */
  runId: string | null
  tool: string
  /** The only recipient that may accept the assertion. */
  audience: string
}

/** Signs for whom, by which agent and in which run an outside service is called (JWT, RFC 7519; `act` of RFC 8693). */
export interface Assertions {
  publicKeys(): { keys: readonly PublicSigningKey[] }
  /** Null if the request names no person. */
  sign(call: AssertedCall): Promise<string | null>
}

export interface AssertionsDeps {
  secret: string
  /** Public address of the installation: `iss`. */
  issuer: string
  hub: string
  clock: Clock
  newId(): string
}

export function createAssertions({ secret, issuer, hub, clock, newId }: AssertionsDeps): Assertions {
  let derived: ReturnType<typeof signingKeyOf> | undefined
  const key = () => (derived ??= signingKeyOf(secret))
  return {
    publicKeys: () => ({ keys: [key().publicKey] }),
    async sign({ caller, chatId, runId, tool, audience }) {
      if (caller.email === null) return null
      const { SignJWT } = await import('jose') // loaded on demand: most Hubs sign nothing
      const now = epochSeconds(clock)
      const facts = { hub_chat: chatId, hub_tool: tool, hub_surface: caller.surface }
      return new SignJWT({ act: { sub: hub }, ...facts, ...(runId !== null && { hub_run: runId }) })
        .setProtectedHeader({ alg: 'ES256', typ: 'hub-assertion+jwt', kid: key().publicKey.kid })
        .setIssuer(issuer)
        .setSubject(caller.email)
        .setAudience(audience)
        .setJti(newId())
        .setIssuedAt(now)
        .setExpirationTime(now + TTL_SECONDS)
        .sign(key().privateKey)
    },
  }
}
