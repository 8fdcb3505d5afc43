/** How a request says who sent it. */
export interface Credential {
  value: string
  kind: 'session' | 'key'
  /** A browser sends its cookie by itself, so only that one needs the same-origin check. */
  from: 'authorization' | 'cookie' | 'header'
}

interface Headers {
  authorization?: string
  cookie?: string
  'x-api-key'?: string | string[]
}

/** The credential of a request, first match wins: Bearer, cookie, key header. Each may hold a token or a key. */
export function credentialOf(headers: Headers): Credential | null {
  const bearer = /^Bearer +(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1]
  if (bearer) return { value: bearer, kind: kindOf(bearer), from: 'authorization' }
  const cookie = cookieValue(headers.cookie ?? '', TOKEN_COOKIE)
  if (cookie) return { value: cookie, kind: kindOf(cookie), from: 'cookie' }
  const key = headers['x-api-key']
  if (typeof key === 'string' && key) return { value: key, kind: kindOf(key), from: 'header' }
  return null
}

export const TOKEN_COOKIE = 'token'

const kindOf = (value: string): Credential['kind'] => (value.startsWith('sk-') ? 'key' : 'session')

function cookieValue(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const [key, ...value] = pair.split('=')
    if (key!.trim() === name) return value.join('=').trim()
  }
  return null
}
