/** Limits for scopes that another server lists, because a request with these scopes must fit into a URL. */
const MAX_SCOPES = 50
export const MAX_SCOPE_CHARACTERS = 2000

/** Source: RFC 6749, section 3.3. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/

export function readScopes(text: string): string[] {
  const scopes = [...new Set(text.split(' '))].filter((scope) => SCOPE.test(scope)).slice(0, MAX_SCOPES)
  while (scopes.join(' ').length > MAX_SCOPE_CHARACTERS) scopes.pop()
  return scopes
}
