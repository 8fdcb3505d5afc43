import { z } from 'zod'
import { BadConfiguration, parseEnvironment, secret, type Environment } from '#ground/base/environment.ts'

export const MailVariables = z.object({
  SVC_SMTP_URL: secret(
    z
      .string()
      .refine(
        isSmtpAddress,
        'expected smtp://user:password@host:587 or smtps://user:password@host:465; encode special characters',
      )
      .optional()
      .describe(
        'Mail server for [notices](console.md#notices), [invitations and new passwords](people.md#invitations-and-new-passwords-by-mail): `smtp://…` with STARTTLS, or `smtps://…`; default no mail',
      ),
  ),
  SVC_MAIL_FROM: z
    .string()
    .regex(/^[^\s<>"]+@[^\s<>"]+$/, 'expected an e-mail address such as hub@example.com')
    .optional()
    .describe('Sender address of mails; needed with `SVC_SMTP_URL`'),
})

export interface MailConfig {
  url: string
  from: string
}

/** Null: the service sends no mail. @throws BadConfiguration if only one of the variables is set. */
export function readMailConfig(environment: Environment): MailConfig | null {
  const { SVC_SMTP_URL: url, SVC_MAIL_FROM: from } = parseEnvironment(MailVariables, environment)
  if (url === undefined && from === undefined) return null
  if (url !== undefined && from !== undefined) return { url, from }
  const missing = url === undefined ? 'SVC_SMTP_URL' : 'SVC_MAIL_FROM'
  throw new BadConfiguration([
    { variable: missing, message: 'is missing: mail needs both SVC_SMTP_URL and SVC_MAIL_FROM' },
  ])
}

function isSmtpAddress(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^smtps?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    isEncoded(url.username) &&
    isEncoded(url.password)
  )
}

/** False for a `%` that is not followed by a valid code. */
function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
