import type { Result } from '#ground/base/result.ts'
import { CHATAPP_REFUSALS, type RefusalCode } from './refusals.ts'

export class ChatappRefused extends Error {
  readonly code: RefusalCode
  readonly headers: Readonly<Record<string, string>>
  /** Name of the invalid field or header; null if `code` already implies it. */
  readonly param: string | null
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

export function unwrapChatapp<T>(result: Result<T, RefusalCode>): T {
  if (result.ok) return result.value
  throw new ChatappRefused(result.refusal)
}
