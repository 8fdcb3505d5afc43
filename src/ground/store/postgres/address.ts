export interface PostgresServer {
  url: string
  /** Display name without user and password. */
  name: string
}

export interface PostgresAddress {
  servers: readonly PostgresServer[]
  /** True if each new connection must be checked before its use, because its server may not be the primary. */
  mustBeWritable: boolean
}

/** The message quotes no part of the address, because any part may belong to the password. */
export class BadPostgresAddress extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadPostgresAddress'
  }
}

const DEFAULT_PORT = '5432'
const ENCODED = 'an @, / or ? in name or password has to be written as %40, %2F or %3F'
/** Modes that `pg` treats like `verify-full`, but with a warning of eight lines. `verify-full` replaces them. */
const ALIASES: ReadonlySet<string> = new Set(['prefer', 'require', 'verify-ca'])
const PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/

/**
 * Parses libpq's format, with one or several hosts: `postgres://user:pw@one:5432,two:5433/db?…`.
 *
 * @throws BadPostgresAddress
 */
export function readPostgresAddress(url: string): PostgresAddress {
  const [, scheme, authority, path = '', query = ''] = PARTS.exec(url) ?? []
  if (scheme === undefined || authority === undefined)
    throw new BadPostgresAddress('expected postgres://<user>:<password>@<host>[,<host>…]/<database>')
  const parameters = new URLSearchParams(query)
  const isAlias = ALIASES.has(parameters.get('sslmode') ?? '') && !parameters.has('uselibpqcompat')
  if (isAlias) parameters.set('sslmode', 'verify-full')
  const userEnd = authority.lastIndexOf('@') + 1
  const hosts = authority.slice(userEnd)
  const isSeveral = hosts.includes(',') || (parameters.get('host') ?? '').includes(',')
  const mustBeWritable = isWritableWanted(parameters.getAll('target_session_attrs'), isSeveral)
  if (userEnd === 0 && path.includes('@')) throw new BadPostgresAddress(ENCODED)
  // In libpq, `sslrootcert=system` means the certificate authorities of the system and requires
  // `sslmode=verify-full`. `pg` would read a file named `system`, and without `sslmode` it would not encrypt.
  const usesSystem = parameters.get('sslrootcert') === 'system'
  if (usesSystem) {
    const mode = parameters.get('sslmode') ?? 'verify-full'
    if (mode !== 'verify-full')
      throw new BadPostgresAddress('sslrootcert=system needs sslmode=verify-full, or no sslmode')
    parameters.set('sslmode', mode)
    parameters.delete('sslrootcert')
  }
  if (!isSeveral) {
    const verified = isAlias ? url.replace(/([?&]sslmode=)[\w-]+/g, '$1verify-full') : url
    const own = usesSystem ? `${scheme}${authority}${path}?${parameters.toString()}` : verified
    return { servers: [{ url: own, name: 'the server' }], mustBeWritable }
  }
  refuseDoubtful({ user: authority.slice(0, userEnd), path, url })
  const found = hosts === '' ? ofParameters(parameters) : ofAuthority(hosts, parameters)
  const names = found.map(nameOf)
  if (new Set(names).size < names.length) throw new BadPostgresAddress('a host is named twice')
  for (const name of ['host', 'port', 'target_session_attrs']) parameters.delete(name)
  const servers = found.map(({ host, port }, n) => {
    const own = new URLSearchParams([['host', host], ['port', port], ...parameters])
    return { url: `${scheme}${authority.slice(0, userEnd)}${path || '/'}?${own.toString()}`, name: names[n]! }
  })
  return { servers, mustBeWritable: true }
}

export function problemOfPostgresAddress(url: string): string | null {
  try {
    readPostgresAddress(url)
    return null
  } catch (error) {
    if (error instanceof BadPostgresAddress) return error.message
    throw error
  }
}

/** Refuses values of `target_session_attrs` that allow a standby, because the service writes. */
function isWritableWanted(given: readonly string[], isSeveral: boolean): boolean {
  if (given.length === 0) return isSeveral
  if (given.length > 1) throw new BadPostgresAddress('target_session_attrs is given twice')
  if (given[0] === 'read-write' || given[0] === 'primary') return true
  if (given[0] === 'any' && !isSeveral) return false
  throw new BadPostgresAddress('the service needs target_session_attrs=read-write or primary, or none')
}

/** In a URL with commas, an unencoded character could turn a part of the password into a host. */
function refuseDoubtful({ user, path, url }: { user: string; path: string; url: string }): void {
  if (user.indexOf('@') < user.length - 1 || path.includes('@')) throw new BadPostgresAddress(ENCODED)
  if (/\s|%(?![0-9a-f]{2})/i.test(url))
    throw new BadPostgresAddress('a space or a % has to be written as %20 or %25')
}

interface Host {
  host: string
  port: string
}

function ofAuthority(hosts: string, parameters: URLSearchParams): Host[] {
  if (['host', 'hostaddr', 'port'].some((name) => parameters.has(name)))
    throw new BadPostgresAddress('hosts and ports are named either before the database or as parameters')
  return hosts.split(',').map((one, n) => {
    const [, six, name, port = DEFAULT_PORT] = HOST.exec(one) ?? []
    if (six === undefined && name === undefined)
      throw new BadPostgresAddress(`host ${n + 1} is invalid: expected <host> or <host>:<port>`)
    return hostOf(six ?? name!, port, n)
  })
}

const HOST = /^(?:\[([0-9a-f:.]+)\]|((?:[\w.~-]|%[0-9a-f]{2})+))(?::(.*))?$/i

function ofParameters(parameters: URLSearchParams): Host[] {
  if (
    parameters.getAll('host').length > 1 ||
    parameters.getAll('port').length > 1 ||
    parameters.has('hostaddr')
  )
    throw new BadPostgresAddress('give host and port at most once each, and no hostaddr')
  const hosts = parameters.get('host')!.split(',')
  const ports = (parameters.get('port') ?? DEFAULT_PORT).split(',')
  if (ports.length !== 1 && ports.length !== hosts.length)
    throw new BadPostgresAddress('there have to be as many ports as hosts, or one for all')
  return hosts.map((host, n) => hostOf(encodeURIComponent(host), (ports[n] ?? ports[0])!, n))
}

function hostOf(encoded: string, port: string, n: number): Host {
  if (encoded === '') throw new BadPostgresAddress(`host ${n + 1} is missing`)
  if (!/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535)
    throw new BadPostgresAddress(`the port of host ${n + 1} is no number from 1 to 65535`)
  try {
    return { host: decodeURIComponent(encoded), port }
  } catch {
    throw new BadPostgresAddress(`host ${n + 1} is not encoded as UTF-8`)
  }
}

const nameOf = ({ host, port }: Host): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
