const NOWHERE = 'http://here.invalid'

/** It travels in a cookie. Characters. */
const MAX_TARGET_LENGTH = 1500

/** Target after signing in: always an address of this site. */
export function safeTarget(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > MAX_TARGET_LENGTH || !URL.canParse(wanted, NOWHERE)) return '/'
  const { origin, pathname, search, hash } = new URL(wanted, NOWHERE)
  // The path must also stay here after a browser's normalization.
  const isHere = wanted.startsWith('/') && origin === NOWHERE && !pathname.startsWith('//')
  return isHere && !/^\/(auth|oauth)(\/|$)/.test(pathname) ? `${pathname}${search}${hash}` : '/'
}
