import { sendMail, type MailServer } from '#core/mail/send-mail.ts'
import { noticesPageOf } from '../links.ts'
import type { Outgoing, WayOutcome } from '../send.ts'
import type { WayRow } from '../letter-rows.ts'

/** @param mailServer Null: the service has no mail server. */
export const createMailCarrier =
  (mailServer: () => Promise<MailServer | null>) =>
  async (
    { email: to }: Pick<WayRow, 'email'>,
    { id, subject, text, context }: Outgoing,
  ): Promise<WayOutcome> => {
    const server = await mailServer()
    if (server === null)
      return { outcome: 'later', reason: 'this instance has no mail server (SVC_SMTP_URL)' }
    const headers = { 'List-Unsubscribe': `<${noticesPageOf(context.publicUrl)}>` }
    const sent = await sendMail(server, { id, to, subject, text, headers })
    if (sent.outcome === 'sent') return { outcome: 'sent' }
    return { outcome: sent.outcome === 'refused' ? 'failed' : 'later', reason: sent.reason }
  }
