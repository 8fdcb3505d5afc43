import { noticesPageOf } from '../links.ts'
import type { Outgoing, WayOutcome } from '../send.ts'
import type { WayRow } from '../letter-rows.ts'

export interface MailServer {
  /** `smtp://…` or `smtps://…`. */
  url: string
  from: string
}

const CONNECT_MS = 10_000
const SOCKET_MS = 20_000

/** Sends plain text. Null: the service has no mail server. */
export const createMailCarrier =
  (server: MailServer | null) =>
  async ({ email }: Pick<WayRow, 'email'>, outgoing: Outgoing): Promise<WayOutcome> => {
    if (server === null)
      return { outcome: 'later', reason: 'this instance has no mail server (SVC_SMTP_URL)' }
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      ...connectionOf(new URL(server.url)),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SOCKET_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      await transport.sendMail(mailOf(outgoing, { to: email, from: server.from }))
      return { outcome: 'sent' }
    } catch (error) {
      return outcomeOf(error)
    } finally {
      transport.close()
    }
  }

/** Without TLS, a password is sent only within this machine. */
function connectionOf({ protocol, hostname, port, username, password }: URL) {
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

/** The headers prevent automatic replies (RFC 3834). All attempts have the same `Message-ID`. */
const mailOf = ({ id, subject, text, context }: Outgoing, { to, from }: { to: string; from: string }) => ({
  from: { name: 'Hub', address: from },
  to: { name: '', address: to },
  subject,
  text,
  messageId: `<${id}@${from.slice(from.indexOf('@') + 1)}>`,
  headers: {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'List-Unsubscribe': `<${noticesPageOf(context.publicUrl)}>`,
  },
})

/** Reports the code only, because the server's text may quote the mail. */
function outcomeOf(error: unknown): WayOutcome {
  const { code, responseCode: status } = error as { code?: string; responseCode?: number }
  if (code === 'EAUTH')
    return { outcome: 'later', reason: 'the mail server refused the user name or password' }
  if (status !== undefined && status >= 500)
    return { outcome: 'failed', reason: `the mail server refused the mail (${status})` }
  if (status !== undefined) return { outcome: 'later', reason: `the mail server answered ${status}` }
  return { outcome: 'later', reason: `the mail server can’t be reached${code ? ` (${code})` : ''}` }
}
