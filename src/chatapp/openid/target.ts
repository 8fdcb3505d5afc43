const NOWHERE = 'http://here.invalid'

/** It travels in a cookie. Characters. */
const LONGEST = 1500

/** Where to go after signing in: an address of this site, whatever was asked for. */
export function safeTarget(wanted: string | undefined): string {
  if (wanted === undefined || wanted.length > LONGEST || !URL.canParse(wanted, NOWHERE)) return '/'
  const { origin, pathname, search, hash } = new URL(wanted, NOWHERE)
  // What a browser makes of the path alone must stay here, too.
  const isHere = wanted.startsWith('/') && origin === NOWHERE && !pathname.startsWith('//')
  return isHere && !/^\/(auth|oauth)(\/|$)/.test(pathname) ? `${pathname}${search}${hash}` : '/'
}
