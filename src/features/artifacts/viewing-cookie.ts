import { sign, verify } from '#ground/base/signing.ts'
import type { EpochMs } from '#ground/base/clock.ts'
import { cookieValue, setCookie } from '#ground/base/cookie.ts'
import type { StoredLink } from './links.ts'

export const VIEWING_MS = 15 * 60_000

/** Characters of the token hash in the cookie, enough to distinguish the links of one artifact. */
const LINK_MARK = 22

export function createViewingCookie({ secret, now }: { secret: string; now(): EpochMs }) {
  const key = sign(secret, 'viewing cookie of public artifact links, version 1')
  const signed = (facts: string) => `${facts}.${sign(key, facts)}`
  return {
    give({ artifactId, tokenHash, expiresAt }: StoredLink, { isSecure }: { isSecure: boolean }): string {
      const until = Math.min(now() + VIEWING_MS, expiresAt)
      const value = signed(`${artifactId}.${tokenHash.slice(0, LINK_MARK)}.${until}`)
      const maxAgeSeconds = Math.max(1, Math.floor((until - now()) / 1000))
      const path = `/portal/p/${artifactId}`
      return setCookie({ name: nameOf(isSecure), value, path, maxAgeSeconds, sameSite: 'Strict', isSecure })
    },

    linkShown(
      cookies: string | undefined,
      artifactId: string,
      { isSecure }: { isSecure: boolean },
    ): ((link: StoredLink) => boolean) | null {
      const [id, mark, until, signature, ...more] = (cookieValue(cookies, nameOf(isSecure)) ?? '').split('.')
      if (signature === undefined || more.length > 0) return null
      if (!verify(key, `${id}.${mark}.${until}`, signature)) return null
      if (id !== artifactId || Number(until) <= now()) return null
      return ({ tokenHash }) => tokenHash.slice(0, LINK_MARK) === mark
    },
  }
}

export type ViewingCookie = ReturnType<typeof createViewingCookie>

/** Browsers accept a cookie with the prefix `__Secure-` only over HTTPS. */
const nameOf = (isSecure: boolean): string => (isSecure ? '__Secure-svc-link' : 'svc-link')
