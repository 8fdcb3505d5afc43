export interface Description {
  servers: readonly { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  servers?: readonly { url: string }[]
  responses: Record<string, { content?: Record<string, unknown> }>
}

/** Excluded paths: they end the caller's credential, change the sign-in for everyone, or wait for other servers. */
const LEFT_OUT =
  /\/(?:auths\/(?:api_key|admin\/config|signup|signout|sessions|passkeys|totp)|configs\/|users\/|oauth\/|people|accounts|hubs\/\{hub\}\/(?:un)?manage)/

/**
 * Omits streams, which do not end, and operations that would end the run. Paths are absolute, because schemathesis
 * ignores the servers of single operations.
 */
export function fuzzed<D extends Description>(description: D): D {
  const paths: Description['paths'] = {}
  for (const [path, operations] of Object.entries(description.paths))
    for (const [method, { servers = description.servers, ...operation }] of Object.entries(operations)) {
      const address = `${servers[0]!.url.replace(/\/$/, '')}${path}`
      if (isStream(operation) || (method !== 'get' && LEFT_OUT.test(address))) continue
      paths[address] = { ...paths[address], [method]: operation }
    }
  return { ...description, servers: [{ url: '/' }], paths }
}

const isStream = ({ responses }: Operation): boolean => {
  const types = Object.keys(responses['200']?.content ?? {})
  return types.length === 1 && types[0] === 'text/event-stream'
}
