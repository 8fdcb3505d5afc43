/** The value of a cookie; null when there is none of that name. Of several the first counts. */
export function cookieValue(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [key, ...value] = pair.split('=')
    if (key!.trim() === name) return value.join('=').trim()
  }
  return null
}

/** The web chat keeps a signed-in browser's session under this name. */
export const TOKEN_COOKIE = 'token'
