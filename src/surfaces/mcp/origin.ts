/** Programs send no `Origin`. Pages of this machine are allowed for developers' tools, but also need a key. */
export const isForeignOrigin = (origin: string | undefined, own: () => string | null): boolean =>
  origin !== undefined && origin !== own() && !isLoopbackName(nameIn(origin))

const nameIn = (address: string): string | null => {
  try {
    return new URL(address).hostname
  } catch {
    return null
  }
}

export const isOwnLoopbackHost = (host: string): boolean =>
  /^(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/i.test(host)

export const isLoopbackName = (name: string | null): boolean =>
  name === 'localhost' || name === '[::1]' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name ?? '')
