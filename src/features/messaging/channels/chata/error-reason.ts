import type { ProviderError } from './schema.ts'

const MAX_REASON_LENGTH = 300

export function explained({
  code,
  title,
  message,
  error_data,
}: Omit<ProviderError, 'error_subcode'>): string {
  const reason = error_data?.details ?? message ?? title ?? 'an error without words'
  const line = reason.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_REASON_LENGTH).toWellFormed()
  return code === undefined ? line : `${line} (${code})`
}
