import { oauthClientPath } from '#ground/base/journey-cookie.ts'
import { widerConsentQuery } from '#ground/base/wider-consent.ts'
import type { Journey } from './journey.ts'

/** The addresses are absolute, because people may read them on any surface. */
export const connectionLinks = (publicUrl: string) => {
  const base = publicUrl.replace(/\/+$/, '')
  return {
    journey: (id: string): string => `${base}/portal/connect/${encodeURIComponent(id)}`,
    all: `${base}/portal/connections`,
  }
}

export function authorizePath(
  secret: string,
  { provider, userId, scopes }: Pick<Journey, 'provider' | 'userId' | 'scopes'>,
): string {
  const query = widerConsentQuery(secret, { accountId: userId, provider, scopes })
  return `${oauthClientPath(provider, 'authorize')}${query && `?${query}`}`
}

export type ConnectionLinks = ReturnType<typeof connectionLinks>
