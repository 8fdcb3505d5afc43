import type { Account } from '#chatapp/accounts/account.ts'

export interface CallIdentity {
  account: Account
  /** Such as `X-ChatApp`. */
  prefix: string
  chatId?: string | null
  messageId?: string
  /** Such as `title_generation`. */
  task?: string
}

/** Display names are percent-encoded except for spaces. */
export const identityHeaders = ({
  account,
  prefix,
  chatId,
  messageId,
  task,
}: CallIdentity): Record<string, string> => ({
  [`${prefix}-User-Email`]: account.email,
  [`${prefix}-User-Name`]: encodeURIComponent(account.name.toWellFormed()).replaceAll('%20', ' '),
  [`${prefix}-User-Id`]: account.id,
  [`${prefix}-User-Role`]: account.role,
  ...(chatId ? { 'X-Svc-Chat-Id': chatId } : {}),
  ...(messageId ? { 'X-Svc-Message-Id': messageId } : {}),
  ...(task ? { 'X-Svc-Task': task } : {}),
})
