export interface Description {
  servers: readonly { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  servers?: readonly { url: string }[]
  responses: Record<string, { content?: Record<string, unknown> }>
}

const LEFT_OUT =
  /\/(?:openai\/verify|auths\/(?:api_key|admin\/config|signup|signout|sessions|passkeys|totp)|configs\/|users\/|oauth\/|people|accounts|hubs\/\{hub\}\/(?:un)?manage)/

/**
 * An OpenAPI description without streams, which do not end, and without operations that would end the run of
 * schemathesis. Paths are absolute, because schemathesis ignores the servers of single operations. Tuples are arrays,
 * because schemathesis refuses `prefixItems` of responses.
 */
export function fuzzed<D extends Description>(description: D): D {
  const paths: Description['paths'] = {}
  for (const [path, operations] of Object.entries(description.paths))
    for (const [method, { servers = description.servers, ...operation }] of Object.entries(operations)) {
      const address = `${servers[0]!.url.replace(/\/$/, '')}${path}`
      if (isStream(operation) || (method !== 'get' && LEFT_OUT.test(address))) continue
      paths[address] = { ...paths[address], [method]: operation }
    }
  return withoutTuples({ ...description, servers: [{ url: '/' }], paths })
}

const withoutTuples = <T>(description: T): T =>
  JSON.parse(JSON.stringify(description), (_key, value) => {
    if (!Array.isArray(value?.prefixItems)) return value as unknown
    const { prefixItems: _, items: _items, ...array } = value
    return array as unknown
  }) as T

const isStream = ({ responses }: Operation): boolean => {
  const types = Object.keys(responses['200']?.content ?? {})
  return types.length === 1 && types[0] === 'text/event-stream'
}
