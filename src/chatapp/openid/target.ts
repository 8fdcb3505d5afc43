const NOWHERE = 'http://here.invalid'

/** Limited because the target is stored in a cookie. */
const MAX_TARGET_LENGTH = 1500

/** Never returns an address of another site. */
export function safeTarget(target: string | undefined): string {
  if (target === undefined || target.length > MAX_TARGET_LENGTH || !URL.canParse(target, NOWHERE)) return '/'
  const { origin, pathname, search, hash } = new URL(target, NOWHERE)
  // Browsers normalize paths such as `/\`, so the parsed path is checked too.
  const isHere = target.startsWith('/') && origin === NOWHERE && !pathname.startsWith('//')
  return isHere && !/^\/(auth|oauth)(\/|$)/.test(pathname) ? `${pathname}${search}${hash}` : '/'
}
