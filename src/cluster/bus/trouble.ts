import { connect as connectTls } from 'node:tls'
import { errors } from '@nats-io/transport-node'
import { certificateRemedy, certificateTrouble } from '#ground/base/network/certificate-trouble.ts'
import type { BusAddress } from '#ground/bus/address.ts'

/**
 * `settings`: the client settings are invalid for any server. `refused`: the server responds and refuses the client
 * or its permissions. `unreachable`: no server responds.
 */
export type BusTroubleKind = 'settings' | 'refused' | 'unreachable'

/** Contains no addresses, credentials or contents of files. */
export class BusTrouble extends Error {
  readonly kind: BusTroubleKind
  readonly fix: string | null
  constructor(kind: BusTroubleKind, message: string, fix: string | null = null) {
    super(message)
    this.name = 'BusTrouble'
    this.kind = kind
    this.fix = fix
  }
}

export const sentenceOf = ({ message, fix }: BusTrouble): string =>
  fix === null ? message : `${message}; ${fix}`

const requiresTlsFirst = () =>
  new BusTrouble('refused', 'the server requires TLS first', 'use tls:// with handshake_first=true')
const PROBE_TIMEOUT_MS = 1000

export async function troubleOf(
  error: unknown,
  { address, expiredAt }: { address: BusAddress; expiredAt: string | null },
): Promise<BusTrouble> {
  if (error instanceof BusTrouble) return error
  const known = tlsTrouble(error, address) ?? credentialTrouble(error, { address, expiredAt })
  if (known) return known
  const { code, message = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>
  const isSilent = error instanceof errors.TimeoutError || message === '' || /undefined error/.test(message)
  if (isSilent && !address.isHandshakeFirst && (await isAnyTlsFirst(address.servers)))
    return requiresTlsFirst()
  if (isSilent) return new BusTrouble('unreachable', 'the server does not answer')
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new BusTrouble('unreachable', `no server has this name (${code})`)
  return new BusTrouble('unreachable', code !== undefined && /^[A-Z_]+$/.test(code) ? code : message)
}

function tlsTrouble(error: unknown, { isEncrypted, clientCertificate }: BusAddress): BusTrouble | null {
  const certificate = certificateTrouble(error)
  if (certificate) {
    const nameAuthority = `name the file of its authority as ca=<file>${isEncrypted ? '' : ' of a tls:// address'}`
    const fix = certificate.isUntrusted ? nameAuthority : certificateRemedy(certificate)
    return new BusTrouble('refused', `${certificate.text}, ${certificate.code}`, fix)
  }
  const { code = '', message = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>
  if (/^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/.test(code))
    return new BusTrouble('refused', 'the server does not begin with TLS', 'remove handshake_first=true')
  if (/does not support 'tls'|'tls' is not available/.test(message))
    return new BusTrouble('refused', 'the server has no TLS', 'set up tls on the server, or use nats://')
  if (/^ERR_SSL_.*ALERT/.test(code))
    return clientCertificate === null
      ? new BusTrouble(
          'refused',
          `the server requires a client certificate (${code})`,
          'add cert=<file>&key=<file> to a tls:// address',
        )
      : new BusTrouble(
          'refused',
          `the server refuses the client certificate of cert=<file> (${code})`,
          'use a certificate of an authority that the server trusts',
        )
  // In TLS 1.3 the server refuses the certificate after the handshake, and its alert may be lost.
  if (code === 'ECONNRESET' && clientCertificate !== null)
    return new BusTrouble(
      'unreachable',
      `the server closed the connection; it may have refused the client certificate of cert=<file> (${code})`,
    )
  return null
}

function credentialTrouble(
  error: unknown,
  { address: { credentials }, expiredAt }: { address: BusAddress; expiredAt: string | null },
): BusTrouble | null {
  if (!(error instanceof errors.AuthorizationError || error instanceof errors.UserAuthenticationExpiredError))
    return null
  if (credentials === null)
    return new BusTrouble(
      'refused',
      `the server requires credentials (${error.message})`,
      'add a user and password, a token, creds=<file> or nkey=<file>',
    )
  if (expiredAt !== null)
    return new BusTrouble('refused', `the credentials expired at ${expiredAt}`, 'replace the file of creds=')
  return new BusTrouble(
    'refused',
    `the server refuses ${nameOf(credentials)} (${error.message})`,
    'correct them here or on the server',
  )
}

function nameOf(credentials: NonNullable<BusAddress['credentials']>): string {
  if ('token' in credentials) return 'the token'
  if ('credsFile' in credentials) return 'the credentials of creds=<file>'
  return 'nkeyFile' in credentials ? 'the key of nkey=<file>' : 'user and password'
}

/** A server with `handshake_first` sends nothing until the client starts the TLS handshake. */
const isAnyTlsFirst = async (servers: readonly string[]): Promise<boolean> =>
  (await Promise.all(servers.map(isTlsFirst))).includes(true)

function isTlsFirst(server: string): Promise<boolean> {
  const { hostname, port } = new URL(`nats://${server}`)
  return new Promise((resolve) => {
    const end = (isFirst: boolean) => {
      socket.destroy()
      resolve(isFirst)
    }
    // The probe sends no credentials, so it does not verify the server's certificate.
    const socket = connectTls({
      host: hostname.replaceAll(/^\[|\]$/g, ''),
      port: Number(port),
      rejectUnauthorized: false,
    })
    socket.setTimeout(PROBE_TIMEOUT_MS, () => end(false))
    socket.on('secureConnect', () => end(true))
    socket.on('error', () => end(false))
    socket.on('close', () => end(false))
  })
}
