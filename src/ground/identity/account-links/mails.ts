export type AccountMailProblem = 'no_mail_server' | 'no_public_url'

/** Sends the queued mails. */
export interface AccountMailSender {
  /** The setting that is missing; null if the service can send links. */
  problem(): Promise<AccountMailProblem | null>
  /** Sends queued mails in the background. */
  wake(): void
}
