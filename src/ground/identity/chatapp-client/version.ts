import { z } from 'zod'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Send } from './http.ts'
import type { ChatappRefusal } from './refusal.ts'

/**
 * Older releases of Open WebUI do not support `{{TASK}}` and other placeholders in the headers of a model connection.
 */
export const OLDEST_VERSION = '0.10.0'

export type TooOld = { code: 'too_old'; version: string; oldest: string }

export const createCheckVersion =
  (send: Send) => async (): Promise<Result<string, ChatappRefusal | TooOld>> => {
    const answer = await send({ path: '/api/version', answer: z.object({ version: z.string() }) })
    if (!answer.ok) return answer
    const { version } = answer.value
    return isSupported(version)
      ? accepted(version)
      : refused({ code: 'too_old', version: version.slice(0, 50), oldest: OLDEST_VERSION })
  }

export function isSupported(version: string): boolean {
  const found = numbersOf(version)
  const oldest = numbersOf(OLDEST_VERSION)!
  if (!found) return false
  const different = found.findIndex((number, index) => number !== oldest[index])
  return different === -1 || found[different]! > oldest[different]!
}

const numbersOf = (version: string): number[] | null => {
  const match = /^v?(\d{1,6})\.(\d{1,6})(?:\.(\d{1,6}))?(?![\d.])/.exec(version)
  return match ? match.slice(1).map((part) => Number(part ?? 0)) : null
}
