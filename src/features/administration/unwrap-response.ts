import { ApiRefused } from '#ground/api/errors.ts'
import type { Result } from '#ground/base/result.ts'
import type { ChatappRefusal } from '#ground/identity/chatapp-client/refusal.ts'

/** @throws ApiRefused with the web chat's reason for the refusal */
export function unwrapResponse<T>(result: Result<T, ChatappRefusal>): T {
  if (result.ok) return result.value
  const { refusal } = result
  if (refusal.code === 'missing') throw new ApiRefused('not_found', 'Not found in the web chat.')
  if (refusal.code === 'refused') throw new ApiRefused('invalid', refusal.detail)
  if (refusal.code === 'unavailable')
    throw new ApiRefused(
      'chatapp_unavailable',
      `The web chat sent no valid answer (${refusal.reason}). Check whether anything was changed, and try again in a moment.`,
    )
  throw new ApiRefused(
    'chatapp_unavailable',
    'The web chat does not accept the service’s own sign-in. See `hub doctor`.',
  )
}
