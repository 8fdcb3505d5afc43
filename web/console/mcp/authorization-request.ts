/** A part of an address as a browser has it. */
export interface PageAddress {
  pathname: string
  search: string
}

/** The parameters that the server reads. Programs may add others. */
const NAMES = [
  'client_id',
  'redirect_uri',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'state',
] as const

const SECOND_MARK = /([?&]hub=[^&?]*)\?/
const HUB_IN_PATH = /\/mcp\/authorize\/([^/]+)\/?$/

/**
 * Read the authorization request from the address of the page. The Hub is the last segment of the path, or the parameter
 * `hub` in addresses of earlier releases. Client libraries that ignore the query of such an address append a second `?`:
 * `?hub=lab?response_type=code&…`. So `hub` ends at its first `?`, also an encoded one, and parameters follow. Pure.
 */
export function readAuthorizationRequest({ pathname, search }: PageAddress): Record<string, string> {
  const given = new URLSearchParams(search.replace(SECOND_MARK, '$1&'))
  const [hub, ...rest] = (given.get('hub') ?? '').split('?')
  for (const [name, value] of new URLSearchParams(rest.join('?')))
    if (!given.has(name)) given.append(name, value)
  const request: Record<string, string> = {}
  const asked = hubInPath(pathname) ?? hub
  if (asked) request['hub'] = asked
  for (const name of NAMES) {
    const value = given.get(name)
    if (value !== null) request[name] = value
  }
  return request
}

function hubInPath(pathname: string): string | null {
  const segment = HUB_IN_PATH.exec(pathname)?.[1]
  try {
    return segment === undefined ? null : decodeURIComponent(segment)
  } catch {
    return null // not a Hub's address: a `%` that encodes nothing
  }
}
