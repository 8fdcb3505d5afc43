import type { ProviderError } from './provider-error.ts'

const TOO_LONG = new RegExp(
  [
    'context.{0,20}(?:length|window|size)',
    'maximum (?:context|prompt|input)',
    '(?:prompt|input) is too long',
    'too many (?:input |prompt )?tokens',
    'input token count.*exceed',
    'exceeds? .{0,40}(?:maximum|max|limit).{0,40}tokens',
    'input length and `?max_tokens`? exceed',
    // OpenAI, Groq, Cerebras
    'reduce the length of (?:the |your )?(?:messages|prompt|input|conversation)',
    // Moonshot, watsonx
    'exceed(?:s|ed)? .{0,20}\\btokens? limit',
    // DashScope
    'range of input length',
    // Zhipu, vLLM, MLX
    '(?:prompt|input)\\b.{0,30}\\b(?:exceeds?|exceeded|is longer than) the (?:max|model)',
    '(?:prompt|input)\\b.{0,30}\\b(?:exceeds?|exceeded) max\\w*.{0,20}length',
    // GitHub Models, GitHub Copilot
    'max(?:imum)? size: [\\d,]+ tokens',
    'token (?:count|length).{0,40}(?:exceeds?|over) the limit',
    // Text Generation Inference
    '`?inputs`? (?:tokens \\+ `?max_new_tokens`? )?must (?:have less than|be <=) ',
  ].join('|'),
  'i',
)

export const mentionsLength = (text: string): boolean => TOO_LONG.test(text)

export const isTooLong = (error: unknown, status: number | null): boolean => {
  if (status !== null && status !== 200 && status !== 400 && status !== 413 && status !== 422) return false
  const { code, error: inner } = (error ?? {}) as ProviderError
  if ([code, inner?.code].includes('context_length_exceeded')) return true
  return mentionsLength(textIn(error))
}

const textIn = (error: unknown): string => {
  const { message, error: inner } = (error ?? {}) as ProviderError
  return [message, inner?.message].filter((text) => typeof text === 'string').join(' ')
}

const LIMITS: readonly RegExp[] = [
  /maximum (?:context|prompt|input) length (?:is|of) ([\d,]+)/i,
  /> ?([\d,]+)/,
  /([\d,]+)(?: tokens?)? maximum/i,
  /(?:number of tokens allowed|context[ -](?:length|window|size|limit))(?: is| of|:)?(?: only)? ?\(?([\d,]+)/i,
  /range of input length should be \[\d+, ?([\d,]+)\]/i,
  /(?:tokens? limit|max(?:imum)? size|(?:maximum|model|sequence) length)(?: of|:)? ?\(?([\d,]+)/i,
  /must (?:have less than|be <=) ([\d,]+)/i,
  /(?:exceeds?|over) the (?:maximum|max|limit)\D{0,40}?([\d,]+)/i,
]

const COUNTS: readonly RegExp[] = [
  /\(([\d,]+) (?:in the messages|of text input)/i,
  /(?:prompt is too long:|prompt contains|request contains|resulted in) ([\d,]+) tokens/i,
  /(?:has|have|passed|contains)(?: at least)? ([\d,]+) input tokens/i,
  /input token count \(?([\d,]+)/i,
  /request \(([\d,]+) tokens\)/i,
  /(?:prompt|input)\b[^.]{0,20} \(?(?:length |token count of )?([\d,]+)(?: tokens)?\)? (?:is longer than|exceeds)/i,
  /number of input tokens ([\d,]+)/i,
  /passed ([\d,]+) input tokens/i,
  /\bgiven: ([\d,]+)/i,
]

export const countNamedIn = (error: unknown): number | null => numberIn(COUNTS, textIn(error))

/** Null if no plausible limit is named, since a wrong limit would shorten every chat. */
export const limitNamedIn = (error: unknown): number | null => {
  const limit = numberIn(LIMITS, textIn(error))
  return limit !== null && limit >= 512 && limit <= 20_000_000 ? limit : null
}

function numberIn(patterns: readonly RegExp[], text: string): number | null {
  const digits = patterns.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined)
  return digits === undefined ? null : Number(digits.replaceAll(',', ''))
}

export const tooLongText = ({ model }: { model: string }, limit: number | null): string =>
  `The conversation is too long for “${model}”${limit ? `, which takes ${limit} tokens` : ''}: ` +
  'send less at once, or begin a new chat.'
