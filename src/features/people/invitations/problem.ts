import type { MailProblem } from './schema.ts'

const TEXTS: Readonly<Record<NonNullable<MailProblem>, string>> = {
  no_mail_server:
    'The service has no mail server. Set one up in the Console under Settings, or set SVC_SMTP_URL and SVC_MAIL_FROM.',
  no_public_url:
    'The service does not know the address that people open, so it sends no links. Set SVC_PUBLIC_URL.',
  open_webui: 'Open WebUI manages the accounts, so the Hub sends no invitations and no links for passwords.',
}

export const describeProblem = (problem: NonNullable<MailProblem>): string => TEXTS[problem]
