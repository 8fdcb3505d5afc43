const MAX_ORIGINS = 20
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Only exact origins are valid, because they become part of a Content-Security-Policy header. Returns null if all are
 * valid.
 */
export function originsProblem(origins: readonly string[]): string | null {
  const bad = origins.find((text) => !isExactOrigin(text))
  if (bad !== undefined)
    return `expected exact origins such as https://cdn.example.com, without a path or *; http only for localhost; ${JSON.stringify(bad.slice(0, 100))} is none`
  if (origins.length > MAX_ORIGINS) return `expected at most ${MAX_ORIGINS} origins, not ${origins.length}`
  return null
}

/** Excludes characters that could end a directive or a quoted string. */
const PLAIN = /^https?:\/\/(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::[1-9]\d{0,4})?$/

function isExactOrigin(text: string): boolean {
  if (!PLAIN.test(text)) return false
  const url = URL.parse(text)
  if (!url || url.origin !== text) return false
  return url.protocol === 'https:' || LOOPBACK.has(url.hostname)
}
