export interface PageAddress {
  pathname: string
  search: string
}

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

/** Some client libraries append a second `?`: `?hub=lab?response_type=code&…`. So `hub` ends at its first `?`. */
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
