import { isLoopbackName } from '../origin.ts'

const MAX_URI_LENGTH = 2000

/** Schemes of known programs. They are accepted, although RFC 8252 requires reversed domain names as schemes. */
const SCHEMES_IN_USE: ReadonlySet<string> = new Set([
  'cursor:',
  'vscode:',
  'vscode-insiders:',
  'windsurf:',
  'zed:',
])
const TURNED_DOMAIN = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/

export function isRedirectUri(text: string): boolean {
  if (text.length > MAX_URI_LENGTH || !/^[\x21-\x7e]+$/.test(text) || text.includes('#')) return false
  const url = parsed(text)
  if (!url || url.username || url.password) return false
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:') return isLoopbackName(url.hostname)
  return SCHEMES_IN_USE.has(url.protocol) || TURNED_DOMAIN.test(url.protocol)
}

export function isRegistered(wanted: string, registered: readonly string[]): boolean {
  if (!isRedirectUri(wanted)) return false
  if (registered.includes(wanted)) return true
  const loopback = withoutPort(wanted)
  return loopback !== null && registered.some((known) => withoutPort(known) === loopback)
}

export function destinationOf(redirectUri: string): { kind: 'site' | 'machine' | 'program'; name: string } {
  const { protocol, hostname, host } = new URL(redirectUri)
  if (protocol === 'https:') return { kind: 'site', name: host }
  return isLoopbackName(hostname) && protocol === 'http:'
    ? { kind: 'machine', name: host }
    : { kind: 'program', name: protocol.slice(0, -1) }
}

/** Programs choose a loopback port at each start (RFC 8252, 7.3). */
const withoutPort = (text: string): string | null => {
  const [, name, rest] = LOOPBACK_URI.exec(text) ?? []
  return name !== undefined && isLoopbackName(name) ? `${name}${rest || '/'}` : null
}

const LOOPBACK_URI = /^http:\/\/([\w.]+|\[[0-9a-f:]+\])(?::\d{1,5})?((?:[/?].*)?)$/

const parsed = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)
