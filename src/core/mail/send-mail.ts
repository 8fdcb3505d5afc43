import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { callbackify } from 'node:util'
import { isLinkLocal } from '#ground/base/network/addresses.ts'
import { describeCertificateTrouble } from '#ground/base/network/certificate-trouble.ts'
import {
  addressesOfHost,
  fixedLookup,
  systemResolve,
  type Resolve,
  type ResolvedAddress,
} from '#ground/base/network/resolve.ts'

export interface MailServer {
  /** `smtp://…` or `smtps://…`. */
  url: string
  from: string
}

export interface Mail {
  /** All attempts to send a mail have the same id. */
  id: string
  to: string
  subject: string
  text: string
  /** The same as `text`, as HTML. */
  html?: string
  headers?: Readonly<Record<string, string>>
}

/** `reason` contains neither secrets nor the mail server's text, which may quote the mail. */
export type MailOutcome =
  | { outcome: 'sent' }
  | { outcome: 'refused'; status: number; reason: string }
  | { outcome: 'unsent'; problem: MailProblem; reason: string }

export type MailProblem = 'credentials' | 'answer' | 'address' | 'tls' | 'unreachable'

const CONNECT_MS = 10_000
const SOCKET_MS = 20_000

/**
 * The headers prevent automatic replies (RFC 3834).
 *
 * @param resolve Looks up the server's name, once: a second look-up could return addresses that were not checked
 */
export async function sendMail(
  { url, from }: MailServer,
  mail: Mail,
  resolve: Resolve = systemResolve,
): Promise<MailOutcome> {
  const server = new URL(url)
  const addresses = await addressesOfHost(server, resolve)
  if (addresses.length === 0) return UNKNOWN_NAME
  if (addresses.some(({ address }) => isLinkLocal(address))) return FORBIDDEN
  const options = optionsOf(server)
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    ...options,
    getSocket: callbackify(async (_options: unknown) => ({
      connection: await connect(options, addresses),
      secured: options.secure,
    })),
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      from: { name: 'Hub', address: from },
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      ...(mail.html !== undefined && { html: mail.html }),
      messageId: `<${mail.id}@${from.slice(from.indexOf('@') + 1)}>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...mail.headers },
    })
    return { outcome: 'sent' }
  } catch (error) {
    return outcomeOf(error)
  } finally {
    transport.close()
  }
}

const UNKNOWN_NAME: MailOutcome = {
  outcome: 'unsent',
  problem: 'unreachable',
  reason: 'the mail server can’t be reached: its name has no address',
}

const FORBIDDEN: MailOutcome = {
  outcome: 'unsent',
  problem: 'address',
  reason: 'the mail server’s address is link-local, where cloud providers serve secrets',
}

/** Without TLS, a password is sent only within this machine. */
function optionsOf({ protocol, hostname, port, username, password }: URL) {
  const isSecure = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const isHere = host === 'localhost' || host === '::1' || host.startsWith('127.')
  return {
    host,
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: !isSecure && username !== '' && !isHere,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  }
}

/** Connects to the first address that accepts the connection. */
async function connect(
  { host, port, secure }: ReturnType<typeof optionsOf>,
  addresses: readonly ResolvedAddress[],
): Promise<Socket> {
  const options = {
    host,
    port,
    lookup: fixedLookup(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: CONNECT_MS / addresses.length,
  }
  const socket = secure
    ? connectTls({ ...options, ...(isIP(host) === 0 && { servername: host }) })
    : connectTcp(options)
  const timer = setTimeout(
    () => socket.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' })),
    CONNECT_MS,
  )
  try {
    await once(socket, secure ? 'secureConnect' : 'connect')
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function outcomeOf(error: unknown): MailOutcome {
  const { code, originalCode, responseCode: status } = error as SmtpError
  const unsent = (problem: MailProblem, reason: string): MailOutcome => ({
    outcome: 'unsent',
    problem,
    reason,
  })
  if (code === 'EAUTH') return unsent('credentials', 'the mail server refused the user name or password')
  if (status !== undefined && status >= 500)
    return { outcome: 'refused', status, reason: `the mail server refused the mail (${status})` }
  if (status !== undefined) return unsent('answer', `the mail server answered ${status}`)
  const cause = originalCode ?? code
  const certificate = describeCertificateTrouble(Object.assign(new Error(), { code: cause }))
  if (certificate !== null) return unsent('tls', `TLS with the mail server failed: ${certificate}`)
  const isTls = code === 'ETLS' || /^(EPROTO|ERR_SSL_)/.test(cause ?? '')
  return isTls
    ? unsent('tls', 'the mail server did not begin TLS')
    : unsent('unreachable', `the mail server can’t be reached${cause ? ` (${cause})` : ''}`)
}

/** nodemailer replaces a system error's code with its own code and keeps the original in `originalCode`. */
interface SmtpError {
  code?: string
  originalCode?: string
  responseCode?: number
}
