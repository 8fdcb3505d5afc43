const NOWHERE = 'http://here.invalid'

/** In characters: the target is stored in a cookie. */
const MAX_TARGET_LENGTH = 1500

/** Target after sign-in. Never an address of another site, which would be an open redirect. */
export function safeTarget(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > MAX_TARGET_LENGTH || !URL.canParse(wanted, NOWHERE)) return '/'
  const { origin, pathname, search, hash } = new URL(wanted, NOWHERE)
  // Browsers normalize paths, for example `/\` to `//`, so the parsed path is checked too.
  const isHere = wanted.startsWith('/') && origin === NOWHERE && !pathname.startsWith('//')
  return isHere && !/^\/(auth|oauth)(\/|$)/.test(pathname) ? `${pathname}${search}${hash}` : '/'
}
