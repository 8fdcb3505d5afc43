import { valueAt, type BodyChange, type Path } from './body.ts'
import type { Refusal } from './words.ts'

/** A setting of requests, wherever the protocols put it. */
interface Parameter {
  /** Its name in OpenAI's chat protocol. */
  name: string
  paths: readonly Path[]
  /** Other words that servers use for it. */
  aliases?: readonly string[]
}

const PARAMETERS: readonly Parameter[] = [
  { name: 'stream_options', paths: [['stream_options']], aliases: ['stream options', 'include_usage'] },
  {
    name: 'max_tokens',
    paths: [
      ['max_tokens'],
      ['max_completion_tokens'],
      ['max_output_tokens'],
      ['generationConfig', 'maxOutputTokens'],
    ],
    aliases: ['max_new_tokens'],
  },
  { name: 'temperature', paths: [['temperature'], ['generationConfig', 'temperature']] },
  { name: 'top_p', paths: [['top_p'], ['generationConfig', 'topP']] },
  {
    name: 'presence_penalty',
    paths: [['presence_penalty'], ['generationConfig', 'presencePenalty']],
    aliases: ['penalty', 'penalties'],
  },
  {
    name: 'frequency_penalty',
    paths: [['frequency_penalty'], ['generationConfig', 'frequencyPenalty']],
    aliases: ['penalty', 'penalties'],
  },
  { name: 'seed', paths: [['seed'], ['generationConfig', 'seed']] },
  {
    name: 'stop',
    paths: [['stop'], ['stop_sequences'], ['generationConfig', 'stopSequences']],
    aliases: ['stop sequences', 'stop sequence'],
  },
  {
    name: 'reasoning_effort',
    paths: [
      ['reasoning_effort'],
      ['reasoning'],
      ['thinking'],
      ['output_config', 'effort'],
      ['generationConfig', 'thinkingConfig'],
    ],
    aliases: ['reasoning.effort', 'thinking_level', 'thinking level', 'thinking_budget', 'thinking budget'],
  },
  {
    name: 'parallel_tool_calls',
    paths: [['parallel_tool_calls'], ['tool_choice', 'disable_parallel_tool_use']],
  },
  { name: 'tool_choice', paths: [['tool_choice'], ['toolConfig']] },
  {
    name: 'response_format',
    paths: [
      ['response_format'],
      ['text', 'format'],
      ['output_format'],
      ['output_config', 'format'],
      ['generationConfig', 'responseMimeType'],
      ['generationConfig', 'responseSchema'],
      ['generationConfig', 'responseJsonSchema'],
    ],
    aliases: ['json_schema', 'json_object', 'json mode', 'json schema', 'structured outputs', 'guided_json'],
  },
  { name: 'include', paths: [['include']], aliases: ['encrypted content', 'encrypted_content'] },
  {
    name: 'reasoning_content',
    paths: [
      ['messages', '*', 'reasoning_content'],
      ['messages', '*', 'reasoning'],
    ],
  },
  { name: 'strict', paths: [['tools', '*', 'function', 'strict']] },
]

export type ParameterRefusal =
  /** The request can be sent without it, or with it under another name. */
  | { changes: readonly BodyChange[]; isLasting: boolean }
  /** The server takes the setting, but not this value. */
  | { setting: string }

/**
 * What a refusal says about a setting that the request held. Pure.
 *
 * @param body What was sent, parsed.
 * @param made The changes that the body has had.
 * @returns Null when it names none.
 */
export function refusedParameters(
  refusal: Refusal,
  body: object,
  made: readonly BodyChange[],
): ParameterRefusal | null {
  const clipped = clippedMaximum(refusal, body)
  if (clipped) return { changes: [clipped], isLasting: false }
  const role = refusedRole(refusal, body)
  if (role) return { changes: [role], isLasting: true }
  const named = PARAMETERS.filter((parameter) => isNamed(refusal, parameter, body))
  const stop = named.find(({ name }) => name === 'stop')
  if (stop) return { changes: dropped(stop, body, made), isLasting: true } // the Hub ends the answer there itself
  const [first] = named
  if (!first) return null
  const text = beforeAdvice(refusal.text)
  if (VALUE.test(text) && !UNSUPPORTED.test(text)) return { setting: first.name }
  if (!UNSUPPORTED.test(text)) return null
  // Of two that exclude each other, the first stays.
  const leaving =
    named.length > 1 && /\bboth\b|together|at the same time|mutually/i.test(text) ? named.slice(1) : named
  return { changes: leaving.flatMap((parameter) => dropped(parameter, body, made)), isLasting: true }
}

const UNSUPPORTED =
  /unsupported|not? (?:longer )?(?:currently )?(?:supported|allowed|permitted|enabled|available|accepted|implemented)|n.t (?:currently )?(?:support|accept|allow)|not? (?:currently )?(?:support|accept|allow)\b|does not take|unknown|unrecogni[sz]ed|unexpected|extra (?:inputs|fields)|deprecated|both|mutually exclusive|\bonly\b.{0,40}(?:supported|allowed|default|accepted|valid)|only (?:1|one)\b|no such|cannot find field|can(?:not|.t) be (?:used|specified|set|combined)|incompatible|invalid (?:parameter|argument|field)|additional propert/i

const VALUE =
  /must be|should be|range|between|less than|greater than|at (?:most|least)|too (?:large|big|high|many|long|small|low)|out of|exceed|up to \d|maximum|minimum|invalid value|[<>]=? ?\d/i

/** What comes after names settings that the server would take instead. */
const beforeAdvice = (text: string): string =>
  text.split(
    /[,.;]?\s*\b(?:expected one of|did you mean|(?:supported|allowed|valid|permitted) (?:parameters|fields|arguments|values|names)\b|use [`'"]|to drop (?:these|unsupported))/i,
  )[0] ?? ''

function isNamed({ text, param }: Refusal, { name, paths, aliases = [] }: Parameter, body: object): boolean {
  const sent = paths.filter((path) => valueAt(body, path) !== undefined)
  if (sent.length === 0) return false
  const keys = sent.flatMap((path) => [path.at(-1)!, path.filter((key) => key !== '*').join('.')])
  const words = new Set([
    name,
    ...aliases,
    ...keys,
    ...keys.map(inSnakeCase),
    ...[name, ...keys].map(inCamelCase),
  ])
  words.delete('format')
  words.delete('effort')
  if (param !== null && words.has(param.replace(/^.*\[\d+\]\./, ''))) return true
  const said = beforeAdvice(text)
  return [...words].some((word) => mentions(said, word))
}

/** Plain words such as `stop` count only where the sentence treats them as the name of a setting. */
function mentions(text: string, word: string): boolean {
  const name = word.replaceAll('.', '\\.')
  if (/[_. ]|[a-z][A-Z]/.test(word)) return new RegExp(`(?<!\\w)${name}(?!\\w)`, 'i').test(text)
  return [
    `["'\`“‘]${name}["'\`”’]`,
    `(?:parameters?|arguments?|fields?|propert(?:y|ies)|settings?|supplied|names?|supports?|invalid|unknown|unsupported|unrecogni[sz]ed|unexpected|model)\\b[\\s:{]+(?:(?:the|a|an|of|value for) )*${name}\\b`,
    `\\b${name}\\b[^.]{0,40}(?:\\bnot\\b|n.t\\b|unsupported|\\bonly\\b|deprecated|must (?:be|have)|should (?:be|have))`,
    `(?:^|[\\s,({.])${name}(?:=|:)`,
  ].some((pattern) => new RegExp(pattern, 'i').test(text))
}

const inSnakeCase = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const inCamelCase = (key: string): string =>
  key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Newer OpenAI models know the one name, most other servers only the other. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
}

/** Without the setting; one that has another name gets that name, once. */
const dropped = ({ name, paths }: Parameter, body: object, made: readonly BodyChange[]): BodyChange[] =>
  paths
    .filter((path) => valueAt(body, path) !== undefined)
    .map((path) => {
      const to = OTHER_NAMES[path.join('.')]
      const isRenamed = made.some((change) => change.kind === 'rename' && change.name === name)
      return to !== undefined && !isRenamed
        ? { kind: 'rename', name, path, to }
        : { kind: 'drop', name, path }
    })

/** A server that knows no role `developer`, or wants it in the place of `system`. */
function refusedRole({ text }: Refusal, body: object): BodyChange | null {
  if (!/role|variant|developer/i.test(text)) return null
  const said = beforeAdvice(text)
  const roles = new Set(
    [valueAt(body, ['messages', '*', 'role']), valueAt(body, ['input', '*', 'role'])].flat(),
  )
  if (roles.has('developer') && /\bdeveloper\b/i.test(said))
    return { kind: 'role', name: 'developer', from: 'developer', to: 'system' }
  if (roles.has('system') && /['"`]?role['"`]?[^.]{0,20} does not support ['"`]system['"`]/i.test(said))
    return { kind: 'role', name: 'system', from: 'system', to: 'developer' }
  return null
}

/** An answer that leaves less room than this is no answer: the conversation is too long. */
const LEAST_OUTPUT = 16

/** A limit for the answer that is beyond the model's own, or beyond the room that the question leaves, is no limit. */
function clippedMaximum({ text }: Refusal, body: object): BodyChange | null {
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
  const limit = LIMITS.map((read) => read(plain)).find((found) => found !== null) ?? null
  if (limit === null || limit >= sent) return null
  return limit < LEAST_OUTPUT ? null : { kind: 'set', name, path, value: limit }
}

/** A sentence with one number, the limit itself. */
const limitIn =
  (pattern: RegExp) =>
  (text: string): number | null => {
    const [, limit] = pattern.exec(text) ?? []
    return limit === undefined ? null : Number(limit)
  }

/** A sentence with the window and the length of the question, in the order that is said. */
const roomIn =
  (pattern: RegExp, first: 'window' | 'question' = 'window') =>
  (text: string): number | null => {
    const [, a, b] = pattern.exec(text) ?? []
    if (a === undefined || b === undefined) return null
    return first === 'window' ? Number(a) - Number(b) : Number(b) - Number(a)
  }

/** How servers say how long the answer may be. */
const LIMITS = [
  roomIn(/> (\d+) - (\d+)/),
  roomIn(/(\d+) \+ \d+ > (\d+)/, 'question'),
  roomIn(/<= ?(\d+)\. Given: (\d+)/i),
  roomIn(
    /maximum context length is (\d+) tokens.*?(\d+) (?:in the messages|input tokens|of text input|tokens from the input)/is,
  ),
  limitIn(/> (\d+), which is the maximum/),
  limitIn(/at most (\d+)/i),
  limitIn(/less than or equal to [`'"]?(\d+)/i),
  limitIn(/(?:range|between)\D{0,30}\d+\D{1,6}(\d+)/i),
]
