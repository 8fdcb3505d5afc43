import type { ModelRequest, ToolSpec } from '../model.ts'
import { ServerReport } from '../reported.ts'
import type { ModelWire } from '../wire.ts'

const MAX_RETRIES = 8

/**
 * Omits a refused tool until its schema changes or the process restarts, so that one tool does not stop an agent.
 * @param onRefused Called once per tool, with the error.
 */
export function withoutRefusedTools(
  wire: ModelWire,
  onRefused: (tool: string, error: unknown) => void,
): ModelWire {
  const refused = new Map<string, string>()
  const isRefused = ({ name, inputSchema }: ToolSpec): boolean =>
    refused.has(name) && refused.get(name) === JSON.stringify(inputSchema)
  const refuse = ({ name, inputSchema }: ToolSpec, error: unknown) => {
    refused.set(name, JSON.stringify(inputSchema))
    onRefused(name, error)
  }
  return {
    async open(request, listener, stop) {
      let previous: unknown
      let suspects: readonly ToolSpec[] = []
      for (let retries = 0; ; retries++) {
        const sent = without(request, (tool) => isRefused(tool) || suspects.includes(tool))
        try {
          const events = await wire.open(sent, listener, stop)
          for (const tool of suspects) refuse(tool, previous)
          return events
        } catch (error) {
          if (suspects.length > 0) throw stop.aborted ? error : previous
          const tools = stop.aborted ? [] : refusedTools(error, sent.tools, previous)
          previous = error
          const { toolChoice: choice } = request
          if (tools.length === 0 && !stop.aborted) suspects = untypedTools(reportIn(error), sent.tools)
          const left = [...tools, ...suspects]
          const isNeeded = typeof choice === 'object' && left.some(({ name }) => name === choice.name)
          if (left.length === 0 || isNeeded || retries === MAX_RETRIES) throw error
          for (const tool of tools) refuse(tool, error)
        }
      }
    },
  }
}

function without(request: ModelRequest, isLeftOut: (tool: ToolSpec) => boolean): ModelRequest {
  const tools = request.tools.filter((tool) => !isLeftOut(tool))
  if (tools.length === request.tools.length) return request
  return { ...request, tools, ...(tools.length === 0 && { toolChoice: undefined }) }
}

export function refusedTools(error: unknown, tools: readonly ToolSpec[], previous?: unknown): ToolSpec[] {
  const report = reportIn(error)
  if (!report || CONVERSATION.test(report.message)) return []
  const { statusCode, message } = report
  const isRefusal = statusCode === 400 || statusCode === 422
  if (isRefusal || (statusCode === 500 && SERVER_ERRORS.test(message)))
    return namedTools(message, tools, reportIn(previous)?.message)
  if (statusCode !== 500) return []
  const sentence = withoutNames(message, tools)
  if (TEMPORARY.test(sentence) || CALLS.test(sentence)) return []
  const placed = findToolByIndex(message, tools) ?? plainlyNamedTools(message, tools, isDistinct)
  return placed.length > 0 ? placed : numberedTools(message, tools, reportIn(previous)?.message)
}

const SERVER_ERRORS = /schema|resolving ref|grammar|jinja|template/i

const TEMPORARY =
  /\b(?:time[ds]?[ -]?out|deadline|overload(?:ed)?|unavailable|temporar(?:y|ily)|try again|retry|capacity|connection|rate.?limit(?:ed)?|busy|memory|crash(?:ed)?)\b/i

/** Matches errors about messages and `tool_choice`, which also quote tool names. */
const CONVERSATION =
  /\bmessages?[.[]|\bcontents[.[]|\btool_choice\b|\btool_(?:call|use)(?:s|_ids?)?\b|\binput[.[]\d|\bthought_signature/i

const CALLS =
  /\b(?:tool|function)[_ -]?(?:call|choice|result|response|output|message|use|argument)s?(?:\b|_)(?! (?:grammar|format))|\b(?:calls?|arguments?|results?|responses?) (?:to|of|for|from|with)\b|\bcall_?ids?\b|\bmessages? #?\d|\brole\W{0,3}(?:tool|function|assistant|user)\b/i

const TOOL_INDEX = /\b(?:tools?|functions)(?:\[|\.)(\d+)\b/
const DECLARATION = /function_?declarations(?:\[|\.)(\d+)\b/i

/** An index in a sentence, such as `function #3`. Some servers count from 0, others from 1. */
const NUMBER =
  /\b(?:tool|function|declaration)s? ?(?:#|(?:no\.|number|index|at index|at position) ?#?)? ?(\d+)(?!\.?\w|-)/i

function namedTools(message: string, tools: readonly ToolSpec[], previous: string | undefined): ToolSpec[] {
  const placed = findToolByIndex(message, tools)
  if (placed) return placed
  const isOfCall = CALLS.test(withoutNames(message, tools))
  const isAboutTools = /schema|tool|function|parameter|grammar|jinja|template/i.test(message)
  const ways = [
    () => (isAboutTools ? tools.filter(({ name }) => isQuoted(message, name)) : []),
    () => (isOfCall ? [] : plainlyNamedTools(message, tools)),
    () => (isOfCall ? [] : numberedTools(message, tools, previous)),
    () => (isAboutTools ? toolsWithPart(message, tools) : []),
  ]
  for (const find of ways) {
    const named = find()
    if (named.length > 0) return named
  }
  return []
}

function findToolByIndex(message: string, tools: readonly ToolSpec[]): ToolSpec[] | null {
  const toolIndex = DECLARATION.exec(message)?.[1] ?? TOOL_INDEX.exec(message)?.[1]
  const placed = toolIndex === undefined ? undefined : tools[Number(toolIndex)]
  return placed ? [placed] : null
}

function numberedTools(
  message: string,
  tools: readonly ToolSpec[],
  previous: string | undefined,
): ToolSpec[] {
  const number = NUMBER.exec(message)?.[1]
  if (number === undefined) return []
  const isRepeated = number === NUMBER.exec(previous ?? '')?.[1]
  const numbered = (isRepeated ? undefined : tools[Number(number)]) ?? tools[Number(number) - 1]
  return numbered ? [numbered] : []
}

const isQuoted = (message: string, name: string): boolean =>
  [`'${name}'`, `"${name}"`, `\`${name}\``, `‘${name}’`, `“${name}”`].some((quoted) =>
    message.includes(quoted),
  )

function plainlyNamedTools(
  message: string,
  tools: readonly ToolSpec[],
  mayBeNamed: (tool: ToolSpec) => boolean = () => true,
): ToolSpec[] {
  const words = new Set(message.match(WORDS))
  const wordsAfterNoun = new Set(Array.from(message.matchAll(AFTER_NOUN), ([, word]) => word))
  const afterNoun = tools.filter(({ name }) => wordsAfterNoun.has(name))
  const distinct = tools.filter((tool) => isDistinct(tool) && words.has(tool.name))
  const distinctAfterNoun = distinct.filter((tool) => afterNoun.includes(tool))
  const found = [distinctAfterNoun, distinct, afterNoun].find(({ length }) => length > 0) ?? []
  return found.filter(mayBeNamed)
}

/** Whole tool names, so that `a_b` does not match `a_bc`. */
const WORDS = /\w+(?:-+\w+)*/g
const AFTER_NOUN = /\b(?:function|tool|declaration) (?:(?:named|called) )?(\w+(?:-+\w+)*)/gi

const isDistinct = ({ name }: ToolSpec): boolean => /[_\d-]/.test(name) && /[a-z]/i.test(name)

/** Removes tool names from a message, because they may contain words that occur in other errors. */
const withoutNames = (message: string, tools: readonly ToolSpec[]): string => {
  const names = new Set(tools.filter(isDistinct).map(({ name }) => name))
  return message.replace(WORDS, (word) => (names.has(word) ? '' : word))
}

/** llama.cpp quotes the schema fragment that it does not support, not the tool. */
function toolsWithPart(message: string, tools: readonly ToolSpec[]): ToolSpec[] {
  const reference = /resolving ref\s+(\S+?)[:,]?\s/i.exec(`${message} `)?.[1]
  const part = reference
    ? `"$ref":${JSON.stringify(reference)}`
    : compact(/unrecognized schema:\s*(\{.*\})/is.exec(message)?.[1])
  if (part === null || part.length < MIN_PART_CHARACTERS) return []
  return tools.filter(({ inputSchema }) => JSON.stringify(inputSchema).includes(part))
}

/** Shorter fragments, such as `{}`, occur in most schemas. */
const MIN_PART_CHARACTERS = 5

const compact = (json: string | undefined): string | null => {
  try {
    return JSON.stringify(JSON.parse(json ?? ''))
  } catch {
    return null
  }
}

const reportIn = (error: unknown): ServerReport | null => {
  for (let inner = error, depth = 0; inner instanceof Error && depth < 5; inner = inner.cause, depth++)
    if (inner instanceof ServerReport) return inner
  return null
}

const TEMPLATE_FAILED = /Automatic parser generation failed|has no attribute|\bjinja|chat[ _-]?template/i

const TEMPLATE_REFUSED =
  /\broles?\b|\bconversation\b|\b(?:system|user|assistant|tool) (?:messages?|prompts?|quer(?:y|ies)|results?)\b|\bmessages?\b(?!\s*[:=])|\b(?:tool|function)[ -]calls?\b/i

const statementIn = (message: string): string => message.split(/\n|\{[%{#]/, 1)[0]!

const untypedTools = (report: ServerReport | null, tools: readonly ToolSpec[]): ToolSpec[] =>
  report && TEMPLATE_FAILED.test(report.message) && !TEMPLATE_REFUSED.test(statementIn(report.message))
    ? tools.filter(({ inputSchema }) => Object.values(propertiesOf(inputSchema)).some(isUntyped))
    : []

const propertiesOf = (schema: unknown): object => (schema as { properties?: object } | null)?.properties ?? {}

function isUntyped(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return true
  const { type, items } = schema as { type?: unknown; items?: unknown }
  if (type === undefined || Array.isArray(type)) return true
  if (type === 'array') return isUntyped(items)
  return Object.values(propertiesOf(schema)).some(isUntyped)
}
