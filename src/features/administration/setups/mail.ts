import { newOrderedId } from '#ground/base/ids.ts'
import { sendMail, type MailProblem, type MailServer } from '#core/mail/send-mail.ts'
import { MAIL, mailServerIn } from './stored-mail.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import type { Setups } from '#core/setups/setups.ts'
import type { SetupChanges, SetupRequest } from '#core/setups/changes.ts'
import type { MailChange, MailServerView, MailSetup } from './schema.ts'

export interface MailSetupDeps {
  setups: Pick<Setups, 'list'>
  changes: SetupChanges
  /** Mail server from the environment; null if none is set. */
  environment: MailServer | null
}

const VARIABLES = ['SVC_SMTP_URL', 'SVC_MAIL_FROM']

export function createMailSetup({ setups, changes, environment }: MailSetupDeps) {
  const setBy = environment === null ? [] : VARIABLES
  const storedSetup = async () => (await setups.list(MAIL)).at(0)
  const read = async (): Promise<MailSetup> => {
    const stored = await storedSetup()
    const server = mailServerIn(stored)
    const view = environment ? { ...viewOf(environment), user: null } : server && viewOf(server)
    return {
      may_change: changes.isAllowed,
      set_by: setBy,
      server: view,
      is_readable: stored === undefined || server !== null,
      revision: stored?.revision ?? null,
      changed_at: stored ? new Date(stored.changedAt).toISOString() : null,
      changed_by: stored?.changedBy ?? null,
    }
  }
  return {
    read,

    async save(request: SetupRequest, wanted: MailChange): Promise<MailSetup> {
      changes.check(request, setBy)
      const before = mailServerIn(await storedSetup())
      const server = { url: urlOf(wanted, before), from: wanted.from }
      await changes.save(request, {
        kind: MAIL,
        name: MAIL,
        expected: wanted.expected_revision,
        settings: server,
        before: before && recorded(before),
        after: recorded(server),
        attempt: () => trySending(server, request.caller.email),
      })
      return read()
    },

    async remove(request: SetupRequest, expected: string): Promise<MailSetup> {
      changes.check(request, [])
      const before = mailServerIn(await storedSetup())
      await changes.remove(request, { kind: MAIL, name: MAIL, expected, before: before && recorded(before) })
      return read()
    },
  }
}

/**
 * @throws ApiRefused if the server or user changed and the password is missing, because the stored password must not be
 * sent elsewhere.
 */
function urlOf({ host, port, security, user, password }: MailChange, before: MailServer | null): string {
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const scheme = security === 'tls' ? 'smtps' : 'smtp'
  if (URL.parse(`${scheme}://${place}`) === null)
    throw new ApiRefused('invalid', 'host: expected a host name such as mail.example.com.')
  if (user === '') return `${scheme}://${place}`
  const bare = `${scheme}://${encodeURIComponent(user)}@${place}`
  if (password !== undefined)
    return `${scheme}://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${place}`
  if (before !== null && withoutPassword(before.url) === bare) return before.url
  throw new ApiRefused(
    'invalid',
    'password: enter the password again, because the server or the user name changed.',
  )
}

const withoutPassword = (url: string): string => url.replace(/^([a-z]+:\/\/[^:/@]*):[^@]*@/, '$1@')

function viewOf({ url, from }: MailServer): MailServerView {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isTls = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isTls ? 465 : 587),
    security: isTls ? 'tls' : 'starttls',
    user: username === '' ? null : decodeURIComponent(username),
    has_password: password !== '',
    from,
  }
}

function recorded(server: MailServer) {
  const { has_password: has, ...view } = viewOf(server)
  return { ...view, password: has ? 'set' : 'none' }
}

async function trySending(server: MailServer, to: string): Promise<string | null> {
  const sent = await sendMail(server, {
    id: newOrderedId(),
    to,
    subject: 'The mail settings work',
    text: `You saved the settings of the mail server in the Console, and this mail shows that they work.\n`,
  })
  if (sent.outcome === 'sent') return null
  const remedy = sent.outcome === 'refused' ? REFUSED_REMEDY : REMEDIES[sent.problem]
  return `The test mail to ${to} was not sent: ${sent.reason}. ${remedy}`
}

const REFUSED_REMEDY =
  'Check the sender address, and that the mail server lets this user send from this address.'

const REMEDIES: Readonly<Record<MailProblem, string>> = {
  credentials: 'Check the user name and the password.',
  answer: 'Try again later, or check the limits of the mail server.',
  address: 'Enter another host.',
  tls: 'Check the port, and whether the server uses TLS (usually port 465) or STARTTLS (usually port 587).',
  unreachable: 'Check the host and the port, and that this machine may connect to them.',
}
