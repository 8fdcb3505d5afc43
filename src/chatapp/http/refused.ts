import type { Result } from '#ground/base/result.ts'
import { CHATAPP_REFUSALS, type RefusalCode } from './refusals.ts'

/** Carries an expected refusal out of a route to the one place that answers it. */
export class ChatappRefused extends Error {
  readonly code: RefusalCode
  readonly headers: Readonly<Record<string, string>>
  /** Field or header that is wrong; null where the code names it. */
  readonly param: string | null
  /** @param detail Text for a code that is not specific enough. */
  constructor(
    code: RefusalCode,
    headers: Readonly<Record<string, string>> = {},
    detail: string = CHATAPP_REFUSALS[code][1],
    param: string | null = null,
  ) {
    super(detail)
    this.name = 'Refused'
    this.code = code
    this.headers = headers
    this.param = param
  }
}

/** The value of an accepted result; a refusal becomes the route's answer. */
export function unwrapChatapp<T>(result: Result<T, RefusalCode>): T {
  if (result.ok) return result.value
  throw new ChatappRefused(result.refusal)
}
