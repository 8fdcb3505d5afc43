import type { Result } from '#ground/base/result.ts'
import type { RefusalCode } from './refusals.ts'

/** Carries an expected refusal out of a route to the one place that answers it. */
export class Refused extends Error {
  readonly code: RefusalCode
  readonly headers: Readonly<Record<string, string>>
  constructor(code: RefusalCode, headers: Readonly<Record<string, string>> = {}) {
    super(code)
    this.name = 'Refused'
    this.code = code
    this.headers = headers
  }
}

/** The value of an accepted result; a refusal becomes the route's answer. */
export function unwrap<T>(result: Result<T, RefusalCode>): T {
  if (result.ok) return result.value
  throw new Refused(result.refusal)
}
