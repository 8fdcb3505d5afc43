/** Addresses of a bus's servers, and our credentials. */
export interface BusAddress {
  /** `host:port` of each. */
  servers: string[]
  isEncrypted: boolean
  credentials: { user: string; password: string } | { token: string } | null
  /** File of the authority that signed the servers' certificates; null: one that Node knows. */
  caFile: string | null
  /** Whether the servers speak TLS before their first message (`handshake_first`). */
  isHandshakeFirst: boolean
}

/** `nats://user:password@host:4222,other:4222`, `tls://…?ca=/path/of/ca.pem&handshake_first=true`; null when it is no such address. */
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
    return null // an escape that is none
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
