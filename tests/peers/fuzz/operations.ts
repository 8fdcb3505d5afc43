/** The part of an OpenAPI description that the choice of operations needs. */
export interface Description {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, unknown> }> }>>
}

/**
 * Paths that a run leaves alone: they end the credential of the caller, change how everybody signs in, or wait for servers of others.
 * The prefix is that of the description.
 */
const LEFT_OUT =
  /\/(?:auths\/(?:api_key|admin\/config|signup|signout|sessions|passkeys|totp)|configs\/|users\/|oauth\/|people|accounts|hubs\/\{hub\}\/(?:un)?manage)/

/** The description without streams, whose answers have no end, and without operations that end the run. Pure. */
export function fuzzed<D extends Description>(description: D): D {
  const paths = Object.entries(description.paths).flatMap(([path, operations]) => {
    const kept = Object.entries(operations).filter(
      ([method, operation]) => !isStream(operation) && (method === 'get' || !LEFT_OUT.test(path)),
    )
    return kept.length === 0 ? [] : [[path, Object.fromEntries(kept)]]
  })
  return { ...description, paths: Object.fromEntries(paths) }
}

const isStream = ({ responses }: Description['paths'][string][string]): boolean => {
  const types = Object.keys(responses['200']?.content ?? {})
  return types.length === 1 && types[0] === 'text/event-stream'
}
