export interface BusAddress {
  /** `host:port`. */
  servers: string[]
  isEncrypted: boolean
  credentials: { user: string; password: string } | { token: string } | null
  /** CA certificate file; null: the authorities that Node trusts. */
  caFile: string | null
  /** True if TLS starts before the server's first message (`handshake_first`). */
  isHandshakeFirst: boolean
}

/** `nats://user:password@host:4222,other:4222` or `tls://…?ca=/path/of/ca.pem&handshake_first=true`. */
export function readBusAddress(url: string): BusAddress | null {
  const parts = /^(nats|tls):\/\/(?:([^@/?]*)@)?([^@/?]+)\/?(?:\?(.*))?$/.exec(url)
  if (!parts) return null
  const [, scheme, login, hosts, query = ''] = parts
  const parameters = new Map(query === '' ? [] : query.split('&').map(readParameter))
  if ([...parameters.keys()].some((name) => !PARAMETERS.has(name))) return null
  const caFile = parameters.get('ca')
  const first = parameters.get('handshake_first') ?? 'false'
  if (caFile === '' || !/^(true|false)$/.test(first) || (first === 'true' && scheme !== 'tls')) return null
  const servers = hosts!.split(',')
  if (!servers.every((server) => SERVER.test(server))) return null
  try {
    return {
      servers: servers.map((server) => (/:\d+$/.test(server) ? server : `${server}:4222`)),
      isEncrypted: scheme === 'tls',
      credentials: login ? readLogin(login) : null,
      caFile: caFile === undefined ? null : decodeURIComponent(caFile),
      isHandshakeFirst: first === 'true',
    }
  } catch {
    return null // invalid percent-encoding
  }
}

const PARAMETERS: ReadonlySet<string> = new Set(['ca', 'handshake_first'])

function readParameter(text: string): [name: string, value: string] {
  const at = text.indexOf('=')
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

const SERVER = /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i

function readLogin(login: string): BusAddress['credentials'] {
  const colon = login.indexOf(':')
  if (colon === -1) return { token: decodeURIComponent(login) }
  return {
    user: decodeURIComponent(login.slice(0, colon)),
    password: decodeURIComponent(login.slice(colon + 1)),
  }
}
