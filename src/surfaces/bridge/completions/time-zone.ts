import { accepted, refused, type Result } from '#ground/base/result.ts'
import { isTimeZone } from '#ground/base/time-zone.ts'
import { invalidRequest, type BridgeError } from '../error.ts'
import type { ChatCompletionRequest } from './request.ts'

export function requestedTimeZone(
  { metadata }: Pick<ChatCompletionRequest, 'metadata'>,
  header: string | undefined | null,
): Result<string | undefined, BridgeError> {
  const named = (metadata as { time_zone?: unknown } | null | undefined)?.time_zone || null
  const value = named ?? header
  if (value === undefined || value === null || value === '') return accepted(undefined)
  if (typeof value === 'string' && isTimeZone(value)) return accepted(value)
  const param = named === null ? 'X-Svc-Time-Zone' : 'metadata.time_zone'
  return refused(
    invalidRequest(`${param} is not a time zone; expected a name such as Europe/Berlin.`, {
      param,
      code: 'invalid_time_zone',
    }),
  )
}
