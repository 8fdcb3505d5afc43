import { createSecretKey } from 'node:crypto'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'

/** Omits e-mail, name and role, because they may change during a session. */
export interface TokenClaims {
  id: string
  jti: string
  iat: number
  exp: number
}

export interface SessionTokens {
  sign(claims: TokenClaims): Promise<string>
  verify(token: string): Promise<TokenClaims | null>
}

export function createSessionTokens({ secret, clock }: { secret: string; clock: Clock }): SessionTokens {
  const key = createSecretKey(secret, 'utf8')
  return {
    async sign({ id, jti, iat, exp }) {
      const { SignJWT } = await import('jose/jwt/sign')
      return new SignJWT({ id, jti, iat, exp }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(key)
    },
    async verify(token) {
      const { jwtVerify } = await import('jose/jwt/verify')
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          currentDate: new Date(epochSeconds(clock) * 1000),
          requiredClaims: ['id', 'jti', 'iat', 'exp'],
        })
        const { id, jti, iat, exp } = payload
        return typeof id === 'string' ? { id, jti: jti!, iat: iat!, exp: exp! } : null
      } catch {
        return null
      }
    },
  }
}
