import { valueAt, type BodyChange } from './body.ts'
import { PARAMETERS, type Parameter } from './known-parameters.ts'
import { findRefusedEffort } from './effort.ts'
import { findClippedMaximum } from './maximum.ts'
import { isWideSeed } from './seed.ts'
import { isOfGrammar, isOfTemplate, isOfTools, type RequestRefusal } from './error-text.ts'

export type ParameterRefusal =
  | { changes: readonly BodyChange[]; keep: Keep }
  /** Name of the setting that only the client can correct. */
  | { setting: string }

/** `if-accepted`: later requests contain the change after a request with it was accepted. */
export type Keep = 'always' | 'if-accepted' | 'never'

export function findRefusedParameters(
  refusal: RequestRefusal,
  body: object,
  made: readonly BodyChange[],
  chosen: readonly string[] = [],
): ParameterRefusal | null {
  const clipped = findClippedMaximum(refusal, body)
  if (clipped) return { changes: [clipped], keep: 'never' }
  const role = refusedRole(refusal, body)
  if (role) return { changes: [role], keep: 'always' }
  const named = PARAMETERS.filter((parameter) => isNamed(refusal, parameter, body))
  const [first] = named
  if (!first) return null
  const drop = (parameters: readonly Parameter[], keep: Keep): ParameterRefusal => ({
    changes: parameters.flatMap((parameter) => dropped(parameter, body, made)),
    keep,
  })
  const stop = named.find(({ name }) => name === 'stop')
  if (stop) return drop([stop], 'always') // the Hub itself applies stop sequences, so requests may omit them
  const effort =
    named.some(({ name }) => name === 'reasoning_effort') && findRefusedEffort(refusal, body, made)
  // An error in a stream usually has no status, so it counts as a server error.
  const isServerError = refusal.status === null || refusal.status >= 500
  if (effort) return { changes: [effort], keep: isServerError ? 'if-accepted' : 'always' }
  const text = beforeAdvice(refusal.text)
  if (UNSUPPORTED.test(text) || (first.name === 'max_tokens' && namesOther(refusal, body))) {
    const isEither = named.length > 1 && /\bboth\b|together|at the same time|mutually/i.test(text)
    return drop(isEither ? named.slice(1) : named, isServerError ? 'if-accepted' : 'always')
  }
  const ofHub = named.filter(({ isOfHub }) => isOfHub)
  // Clients generate such wide seeds at random, so the request may omit the seed.
  if (first.name === 'seed' && isWideSeed(body)) return drop([first], 'never')
  if (first.name === 'response_format' && isOfGrammar(text)) return drop([first], 'never')
  if (VALUE.test(text)) return ofHub.length > 0 ? drop(ofHub, 'if-accepted') : { setting: first.name }
  if (isServerError || isOfOther(refusal.text)) return null
  const free = named.filter(({ name, isOfHub }) => isOfHub || chosen.includes(name))
  return free.length > 0 ? drop(free, 'if-accepted') : { setting: first.name }
}

const isOfOther = (text: string): boolean =>
  isOfTools(text) ||
  isOfTemplate(text) ||
  /\bmessages\b(?!\W{0,2}[\d*])|conversation|prompt|context|too long|\bmodel\b[^.]{0,40}(?:not (?:found|exist)|n.t exist|missing)|tool choice|tool[-_]call[-_]parser|image|picture|\bfiles?\b|\bpdf|audio|video/i.test(
    text,
  )

const namesOther = ({ text }: RequestRefusal, body: object): boolean =>
  !/\d{2}/.test(text) &&
  Object.entries(OTHER_NAMES).some(
    ([name, other]) => valueAt(body, [name]) !== undefined && new RegExp(`\\b${other}\\b`).test(text),
  )

const UNSUPPORTED =
  /unsupported|is (?:currently )?unavailable|not? (?:longer )?(?:currently )?(?:supported|allowed|permitted|enabled|available|accepted|implemented|recogni[sz]ed|known)|n.t (?:currently )?(?:support|accept|allow)|not? (?:currently )?(?:support|accept|allow)\b|does not take|unknown|unrecogni[sz]ed|unexpected|extra (?:inputs|fields)|deprecated|retired|obsolete|both|mutually exclusive|\bonly\b.{0,40}(?:supported|allowed|default|accepted|valid)|only (?:1|one)\b|\bonly works? with|no such|cannot find field|can(?:not|.t) be (?:used|specified|set|combined)|incompatible|invalid (?:parameter|argument|field)|additional propert/i

const VALUE =
  /must be|should be|range|between|less than|greater than|at (?:most|least)|too (?:large|big|high|many|long|small|low)|out of|exceed|up to \d|maximum|minimum|invalid value|not one of|not in \[|[<>]=? ?\d/i

/** Removes the advice at the end of an error, because the advice names settings that the server accepts. */
const beforeAdvice = (text: string): string =>
  text.split(
    /[,.;]?\s*\b(?:expected one of|did you mean|(?:supported|allowed|valid|permitted) (?:parameters|fields|arguments|values|names)\b|use [`'"]|to drop (?:these|unsupported))/i,
  )[0] ?? ''

function isNamed(
  { text, param }: RequestRefusal,
  { name, paths, aliases = [] }: Parameter,
  body: object,
): boolean {
  const sent = paths.filter((path) => valueAt(body, path) !== undefined)
  if (sent.length === 0) return false
  const keys = sent.flatMap((path) => [path.at(-1)!, path.filter((key) => key !== '*').join('.')])
  const words = new Set([
    name,
    ...aliases,
    ...[name, ...aliases].map((word) => word.replaceAll('_', ' ')),
    ...keys,
    ...keys.map(inSnakeCase),
    ...[name, ...keys].map(inCamelCase),
  ])
  words.delete('format')
  words.delete('effort')
  if (param !== null && words.has(param.replace(/^.*\[\d+\]\./, ''))) return true
  const complaint = beforeAdvice(text)
  return [...words].some((word) => mentions(complaint, word))
}

/** An ordinary word such as `stop` counts only if the sentence uses it as the name of a setting. */
function mentions(text: string, word: string): boolean {
  const name = word.replaceAll('.', '\\.')
  if (/[_. ]|[a-z][A-Z]/.test(word)) return new RegExp(`(?<!\\w)${name}(?!\\w)`, 'i').test(text)
  const list = `(?:["'\`\\w.]+(?: ?, ?(?:and )?| and | or ))*["'\`]?`
  return [
    `["'\`“‘]${name}["'\`”’]`,
    `(?:parameters?|arguments?|fields?|propert(?:y|ies)|settings?|supplied|names?|supports?|invalid|unknown|unsupported|unrecogni[sz]ed|unexpected|model|bad|wrong|illegal|works? with)\\b[\\s:{]+(?:(?:the|a|an|of|value for) )*${list}${name}\\b`,
    `\\w: ?${list}${name}["'\`]?(?:$|[.,;)\\]}])`,
    `\\b${name}\\b[^.]{0,40}(?:\\bnot\\b|n.t\\b|unsupported|\\bonly\\b|deprecated|must (?:be|have)|should (?:be|have))`,
    `(?:^|[\\s,({.])${name}(?:=|:)`,
  ].some((pattern) => new RegExp(pattern, 'i').test(text))
}

const inSnakeCase = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const inCamelCase = (key: string): string =>
  key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Newer OpenAI models accept only `max_completion_tokens`, most other servers only `max_tokens`. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
}

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

function refusedRole({ text }: RequestRefusal, body: object): BodyChange | null {
  if (!/role|variant|developer/i.test(text)) return null
  const complaint = beforeAdvice(text)
  const roles = new Set(
    [valueAt(body, ['messages', '*', 'role']), valueAt(body, ['input', '*', 'role'])].flat(),
  )
  if (roles.has('developer') && /\bdeveloper\b/i.test(complaint))
    return { kind: 'role', name: 'developer', from: 'developer', to: 'system' }
  if (roles.has('system') && /['"`]?role['"`]?[^.]{0,20} does not support ['"`]system['"`]/i.test(complaint))
    return { kind: 'role', name: 'system', from: 'system', to: 'developer' }
  return null
}
