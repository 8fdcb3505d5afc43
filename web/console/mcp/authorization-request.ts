export interface PageAddress {
  pathname: string
  search: string
}

/** Parameters that the server reads. Clients may send others. */
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
 * Reads an OAuth authorization request from the page's address. The Hub is the last segment of the path; addresses of
 * earlier releases have it in the parameter `hub`. Some client libraries append a second `?` to such addresses:
 * `?hub=lab?response_type=code&…`. So `hub` ends at its first `?`, also an encoded one, and parameters follow.
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
    return null // invalid percent-encoding: not a Hub's address
  }
}
