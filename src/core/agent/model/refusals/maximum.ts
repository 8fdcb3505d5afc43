import { valueAt, type BodyChange } from './body.ts'
import { PARAMETERS } from './known-parameters.ts'
import type { RequestRefusal } from './error-text.ts'

/** If less room is left for the response, the conversation counts as too long. */
const MIN_OUTPUT_TOKENS = 16

export function findClippedMaximum({ text }: RequestRefusal, body: object): BodyChange | null {
  const { paths, name } = PARAMETERS.find((parameter) => parameter.name === 'max_tokens')!
  const path = paths.find((known) => typeof valueAt(body, known) === 'number')
  if (
    !path ||
    !/max[_ ]?(?:new|output|completion)?[_ ]?tokens|maxOutputTokens|completion tokens|in the completion|output tokens/i.test(
      text,
    )
  )
    return null
  const sent = valueAt(body, path) as number
  const plain = text.replace(/(\d),(?=\d{3})/g, '$1')
  const limit = LIMITS.map((read) => read(plain)).find((found) => found !== null) ?? otherNumber(plain, sent)
  if (limit === null || limit >= sent) return null
  return limit < MIN_OUTPUT_TOKENS ? null : { kind: 'set', name, path, value: limit }
}

const limitIn =
  (pattern: RegExp) =>
  (text: string): number | null => {
    const [, limit] = pattern.exec(text) ?? []
    return limit === undefined ? null : Number(limit)
  }

const roomIn =
  (pattern: RegExp, first: 'window' | 'question' = 'window') =>
  (text: string): number | null => {
    const [, a, b] = pattern.exec(text) ?? []
    if (a === undefined || b === undefined) return null
    return first === 'window' ? Number(a) - Number(b) : Number(b) - Number(a)
  }

const LIMITS = [
  roomIn(/> (\d+) - (\d+)/),
  roomIn(/(\d+) \+ \d+ > (\d+)/, 'question'),
  roomIn(/<= ?(\d+)\. Given: (\d+)/i),
  roomIn(
    /maximum context length is (\d+) tokens.*?(\d+) (?:in the messages|input tokens|of text input|tokens from the input)/is,
  ),
  limitIn(/> (\d+), which is the maximum/),
  limitIn(/at most (\d+)/i),
  limitIn(/(?:no|not) more than (\d+)/i),
  limitIn(/less than or equal to [`'"]?(\d+)/i),
  limitIn(/(?:range|between)\D{0,30}\d+\D{1,6}(\d+)/i),
]

function otherNumber(text: string, sent: number): number | null {
  if (/context|prompt|input/i.test(text)) return null
  const matches = text
    .replace(/\b(?:error|code|status)\W{0,3}\d{3}\b/gi, '')
    .match(/(?<![\w.-])\d+(?![\w-]|\.\d)/g)
  const numbers = new Set((matches ?? []).map(Number))
  const isOfLimit = numbers.delete(sent) || /ceiling|limit|\bcap\b|above|beyond|more than|maximum/i.test(text)
  const [limit, ...more] = numbers
  return isOfLimit && limit !== undefined && more.length === 0 ? limit : null
}
