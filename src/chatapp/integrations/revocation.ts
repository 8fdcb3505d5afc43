import { tokenRevocation } from 'openid-client'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import type { Authorities } from './authority.ts'
import { clientOf } from './client.ts'
import type { ProviderConnection } from './connections.ts'
import { oauthFailureReason } from './failure.ts'
import type { Provider } from './provider.ts'
import type { Revoked } from './schema.ts'

export type Revocation = ReturnType<typeof createRevocation>

export interface RevocationParts {
  authorities: Authorities
  events: Pick<ChatappEvents, 'connectionNotRevoked'>
}

/** Revokes tokens (RFC 7009). Never rejects. */
export function createRevocation({ authorities, events }: RevocationParts) {
  const revoke = async (provider: Provider, { tokens, accountId }: ProviderConnection): Promise<Revoked> => {
    if (!tokens) return 'nothing'
    try {
      const authority = await authorities.of(provider)
      if (!authority.metadata.revocation_endpoint) return 'unsupported'
      const config = clientOf(provider, authority)
      // At most providers, revoking the refresh token also revokes the access tokens.
      await tokenRevocation(config, tokens.refreshToken ?? tokens.accessToken, {
        token_type_hint: tokens.refreshToken ? 'refresh_token' : 'access_token',
      })
      return 'done'
    } catch (error) {
      events.connectionNotRevoked({
        account: accountId,
        provider: provider.id,
        reason: oauthFailureReason(error),
      })
      return 'failed'
    }
  }
  return {
    revoke,

    async revokeAll(ended: readonly { provider: Provider; connection: ProviderConnection }[]): Promise<void> {
      const queue = [...ended]
      const worker = async () => {
        for (let next = queue.shift(); next; next = queue.shift())
          await revoke(next.provider, next.connection)
      }
      await Promise.all(Array.from({ length: Math.min(8, queue.length) }, worker))
    },
  }
}
