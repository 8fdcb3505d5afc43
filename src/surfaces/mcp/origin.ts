/**
 * True if a page of another site sent the request. Programs other than browsers send no `Origin`, and pages
 * of this machine are developers' tools: these need a key in any case.
 */
export const isForeignOrigin = (origin: string | undefined, own: () => string | null): boolean =>
  origin !== undefined && origin !== own() && !isLoopbackName(nameIn(origin))

const nameIn = (address: string): string | null => {
  try {
    return new URL(address).hostname
  } catch {
    return null // also `null`, the origin of pages that have none
  }
}

/** Whether a `Host` names this machine as its own clients do, `localhost` or `127.0.0.1`, with any port. */
export const isOwnLoopbackHost = (host: string): boolean =>
  /^(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/i.test(host)

/** Whether a host name means this machine. */
export const isLoopbackName = (name: string | null): boolean =>
  name === 'localhost' || name === '[::1]' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name ?? '')
