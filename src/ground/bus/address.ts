import { resolve } from 'node:path'

export interface BusAddress {
  /** `host:port`. */
  servers: string[]
  isEncrypted: boolean
  credentials: BusCredentials | null
  /** CA certificate file; null: the authorities that Node trusts. */
  caFile: string | null
  clientCertificate: { certFile: string; keyFile: string } | null
  /** True if TLS starts before the server's first message (`handshake_first`). */
  isHandshakeFirst: boolean
}

/** `credsFile`: a JWT and an nkey seed. `nkeyFile`: an nkey seed. */
export type BusCredentials =
  | { user: string; password: string }
  | { token: string }
  | { credsFile: string }
  | { nkeyFile: string }

/** Parses `nats://user:password@host:4222,other:4222` and `tls://host?ca=/path/of/ca.pem&creds=/path/of/hub.creds`. */
export function readBusAddress(url: string): BusAddress | null {
  const parsed = parseBusAddress(url)
  return typeof parsed === 'string' ? null : parsed
}

export function withAbsoluteFiles(url: string, folder: string): string {
  const at = url.indexOf('?')
  if (at === -1 || readBusAddress(url) === null) return url
  const parameters = url
    .slice(at + 1)
    .split('&')
    .map(readParameter)
  const absolute = parameters.map(([name, value]) =>
    FILES.has(name) ? `${name}=${encodeURIComponent(resolve(folder, value))}` : `${name}=${value}`,
  )
  return `${url.slice(0, at)}?${absolute.join('&')}`
}

export const secretFilesOf = ({ credentials, clientCertificate }: BusAddress): string[] => [
  ...(credentials && 'credsFile' in credentials ? [credentials.credsFile] : []),
  ...(credentials && 'nkeyFile' in credentials ? [credentials.nkeyFile] : []),
  ...(clientCertificate ? [clientCertificate.keyFile] : []),
]

/** Null for a valid address. The problem quotes no part of the address, because any part may belong to the password. */
export function problemOfBusAddress(url: string): string | null {
  const parsed = parseBusAddress(url)
  return typeof parsed === 'string' ? parsed : null
}

const SHAPE =
  'expected nats://user:password@host:4222 or tls://…; write @, / and ? in a password as %40, %2F and %3F'
const PARAMETERS = ['ca', 'cert', 'key', 'creds', 'nkey', 'handshake_first']
const FILES: ReadonlySet<string> = new Set(['ca', 'cert', 'key', 'creds', 'nkey'])
const NEEDS_TLS = ['ca', 'cert', 'key', 'handshake_first']
const CREDENTIALS = ['creds', 'nkey']

function parseBusAddress(url: string): BusAddress | string {
  const [, scheme, login, hosts, query = ''] =
    /^(nats|tls):\/\/(?:([^@/?]*)@)?([^@/?]+)\/?(?:\?(.*))?$/.exec(url) ?? []
  const servers = hosts?.split(',') ?? []
  if (servers.length === 0 || !servers.every(isServer)) return SHAPE
  try {
    const parameters = new Map(query === '' ? [] : query.split('&').map(readParameter))
    const isEncrypted = scheme === 'tls'
    const problem = problemOf(parameters, { isEncrypted, hasLogin: Boolean(login) })
    if (problem !== null) return problem
    const [certFile, keyFile] = [parameters.get('cert'), parameters.get('key')]
    return {
      servers: servers.map((server) => (/:\d+$/.test(server) ? server : `${server}:4222`)),
      isEncrypted,
      credentials: login ? readLogin(login) : credentialFile(parameters),
      caFile: parameters.get('ca') ?? null,
      clientCertificate: certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : null,
      isHandshakeFirst: parameters.get('handshake_first') === 'true',
    }
  } catch {
    return SHAPE
  }
}

const SERVER = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i

function isServer(text: string): boolean {
  const [whole, port = '4222'] = SERVER.exec(text) ?? []
  return whole !== undefined && Number(port) >= 1 && Number(port) <= 65_535
}

function readParameter(text: string): [name: string, value: string] {
  const at = text.indexOf('=')
  return at === -1 ? [text, ''] : [text.slice(0, at), decodeURIComponent(text.slice(at + 1))]
}

function problemOf(
  parameters: ReadonlyMap<string, string>,
  { isEncrypted, hasLogin }: { isEncrypted: boolean; hasLogin: boolean },
): string | null {
  if ([...parameters.keys()].some((name) => !PARAMETERS.includes(name)))
    return `has an unknown parameter; the parameters are ${PARAMETERS.join(', ')}`
  for (const [name, value] of parameters) if (value === '') return `its parameter ${name} is empty`
  if (!/^(true|false)$/.test(parameters.get('handshake_first') ?? 'false'))
    return 'expected handshake_first=true or handshake_first=false'
  const encrypted = NEEDS_TLS.find((name) => parameters.has(name) && parameters.get(name) !== 'false')
  if (encrypted !== undefined && !isEncrypted) return `${encrypted} needs an address that begins with tls://`
  if (parameters.has('cert') !== parameters.has('key'))
    return 'a client certificate needs both cert=<file> and key=<file>'
  const files = CREDENTIALS.filter((name) => parameters.has(name))
  return files.length + Number(hasLogin) > 1
    ? 'has several credentials: keep the user and password, the token, creds=<file> or nkey=<file>'
    : null
}

function credentialFile(parameters: ReadonlyMap<string, string>): BusCredentials | null {
  const [credsFile, nkeyFile] = [parameters.get('creds'), parameters.get('nkey')]
  if (credsFile !== undefined) return { credsFile }
  return nkeyFile === undefined ? null : { nkeyFile }
}

function readLogin(login: string): BusCredentials {
  const colon = login.indexOf(':')
  if (colon === -1) return { token: decodeURIComponent(login) }
  return {
    user: decodeURIComponent(login.slice(0, colon)),
    password: decodeURIComponent(login.slice(colon + 1)),
  }
}
