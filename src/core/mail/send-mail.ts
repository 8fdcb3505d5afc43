import { isLinkLocal } from '#ground/base/network/addresses.ts'
import { describeCertificateTrouble } from '#ground/base/network/certificate-trouble.ts'
import { addressesOfHost, systemResolve } from '#ground/base/network/resolve.ts'

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

/** The headers prevent automatic replies (RFC 3834). */
export async function sendMail({ url, from }: MailServer, mail: Mail): Promise<MailOutcome> {
  const server = new URL(url)
  const connection = await connectionTo(server)
  if (connection === null) return FORBIDDEN
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    ...connection,
    connectionTimeout: CONNECT_MS,
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

const FORBIDDEN: MailOutcome = {
  outcome: 'unsent',
  problem: 'address',
  reason: 'the mail server’s address is link-local, where cloud providers serve secrets',
}

/**
 * Without TLS, a password is sent only within this machine. Null for a link-local address, because clouds serve
 * secrets there.
 */
async function connectionTo(server: URL) {
  const { protocol, hostname, port, username, password } = server
  const addresses = await addressesOfHost(server, systemResolve)
  if (addresses.some(({ address }) => isLinkLocal(address))) return null
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
