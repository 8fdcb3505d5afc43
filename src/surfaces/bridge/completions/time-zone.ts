import { accepted, refused, type Result } from '#ground/base/result.ts'
import { isTimeZone } from '#ground/base/time-zone.ts'
import { invalidRequest, type ApiError } from '../error.ts'
import type { ChatCompletionRequest } from './request.ts'

/** The person's time zone, from `metadata.time_zone` or the header; undefined where the request names none. */
export function requestedTimeZone(
  { metadata }: Pick<ChatCompletionRequest, 'metadata'>,
  header: string | undefined | null,
): Result<string | undefined, ApiError> {
  const named = typeof metadata === 'object' && metadata !== null && 'time_zone' in metadata
  const value = named ? metadata.time_zone : header
  if (value === undefined || value === null || value === '') return accepted(undefined)
  if (typeof value === 'string' && isTimeZone(value)) return accepted(value)
  const param = named ? 'metadata.time_zone' : 'X-Svc-Time-Zone'
  return refused(
    invalidRequest(`${param} is no time zone; expected such as Europe/Berlin.`, {
      param,
      code: 'invalid_time_zone',
    }),
  )
}
