import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { TurnBudget } from '#ground/base/turn-budget.ts'

export interface DataUrl {
  /** Lower case, without parameters. */
  mediaType: string
  size: number
  decode(turns: TurnBudget): Promise<Uint8Array>
}

export type DataUrlProblem = 'not_data' | 'malformed'

/** RFC 2397. Also accepts white space in base64, missing padding and the URL-safe alphabet. */
export function parseDataUrl(url: string): Result<DataUrl, DataUrlProblem> {
  if (!/^data:/i.test(url)) return refused('not_data')
  const comma = url.indexOf(',')
  if (comma < 0) return refused('malformed')
  const [type = '', ...parameters] = url.slice('data:'.length, comma).split(';')
  const isBase64 = parameters.at(-1)?.trim().toLowerCase() === 'base64'
  const mediaType = type.trim().toLowerCase() || 'text/plain'
  if (!/^[^\s/]+\/[^\s/]+$/.test(mediaType)) return refused('malformed')
  const payload = url.slice(comma + 1)
  return isBase64 ? base64Content(mediaType, payload) : accepted(percentContent(mediaType, payload))
}

export function base64Content(mediaType: string, payload: string): Result<DataUrl, DataUrlProblem> {
  const unescaped = payload.includes('%') ? percentDecode(payload).toString('latin1') : payload
  const whole = sizedBase64(unescaped) ?? sizedBase64(unescaped.replace(/\s+/g, ''))
  if (whole === null) return refused('malformed')
  return accepted({ mediaType, size: whole.size, decode: (turns) => decodeBase64(whole, turns) })
}

interface SizedBase64 {
  text: string
  size: number
}

function sizedBase64(text: string): SizedBase64 | null {
  const digits = text.length - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)
  const size = Math.floor((digits * 3) / 4)
  // Node skips invalid characters, so the decoded length of invalid base64 differs from the computed size.
  return digits % 4 === 1 || Buffer.from(text, 'base64').length !== size ? null : { text, size }
}

/** A multiple of four, so that no portion splits a base64 group. */
const PORTION_CHARS = 1024 * 1024

async function decodeBase64({ text, size }: SizedBase64, turns: TurnBudget): Promise<Uint8Array> {
  if (text.length <= PORTION_CHARS) return Buffer.from(text, 'base64')
  const bytes = Buffer.allocUnsafeSlow(size)
  for (let [from, at] = [0, 0]; from < text.length; from += PORTION_CHARS) {
    if (turns.isSpent()) await turns.nextTurn()
    at += bytes.write(text.slice(from, from + PORTION_CHARS), at, 'base64')
  }
  return bytes
}

const percentContent = (mediaType: string, payload: string): DataUrl => ({
  mediaType,
  size: Buffer.byteLength(payload) - 2 * (payload.match(/%[0-9a-f]{2}/gi)?.length ?? 0),
  decode: async () => percentDecode(payload),
})

/** Decodes to bytes, because `decodeURIComponent` refuses invalid UTF-8. Keeps a `%` that starts no escape. */
const percentDecode = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  let length = 0
  for (let i = 0; i < bytes.length; i++) {
    const digits = bytes[i] === 0x25 ? bytes.toString('latin1', i + 1, i + 3) : ''
    const isEscape = /^[0-9a-f]{2}$/i.test(digits)
    bytes[length++] = isEscape ? Number.parseInt(digits, 16) : bytes[i]!
    if (isEscape) i += 2
  }
  return bytes.subarray(0, length)
}
