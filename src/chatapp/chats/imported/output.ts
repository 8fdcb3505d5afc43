import { shortened } from '#ground/base/cut-text.ts'
import type { ToolActivity } from '#ground/turn/schema.ts'
import { separateBlocks, type Block } from './answer-text.ts'
import { fieldsOf, firstText, isFields, listOf, plainText, type Fields } from './plain.ts'

export interface AnswerContent {
  text: string
  reasoning: string
  tools: ToolActivity[]
}

/** In characters. */
const MAX_INPUT_LENGTH = 1000
const MAX_RESULT_LENGTH = 2000

/**
 * Since Open WebUI 0.10, the list `output` contains text, reasoning and tool calls. Older releases write them into
 * the text.
 */
export function readAnswer(content: string, output: unknown): AnswerContent {
  const { text, blocks } = separateBlocks(content)
  const items = listOf(output).filter(isFields)
  const written = textOf(items)
  const fromItems = { reasoning: reasoningOf(items), tools: callsIn(items) }
  return {
    text: text || written,
    reasoning:
      fromItems.reasoning ||
      joined(blocks.filter(({ type }) => type === 'reasoning').map((block) => block.text)),
    tools: fromItems.tools.length > 0 ? fromItems.tools : blocks.flatMap(callOfBlock),
  }
}

const joined = (texts: readonly string[]): string => texts.filter(Boolean).join('\n\n')

export const textIn = (content: unknown): string =>
  typeof content === 'string'
    ? plainText(content)
    : joined(listOf(content).map((part) => (isFields(part) ? plainText(part.text) : plainText(part))))

const textOf = (items: readonly Fields[]): string =>
  joined(items.filter(({ type }) => type === 'message').map(({ content }) => textIn(content)))

const reasoningOf = (items: readonly Fields[]): string =>
  joined(
    items
      .filter(({ type }) => type === 'reasoning')
      .map(({ content, summary }) => textIn(content) || textIn(summary)),
  )

function callsIn(items: readonly Fields[]): ToolActivity[] {
  const results = new Map(
    items.filter(({ type }) => type === 'function_call_output').map((item) => [item.call_id, item]),
  )
  let length = 0
  const calls: ToolActivity[] = []
  for (const item of items) {
    if (item.type === 'message') length += textIn(item.content).length
    if (item.type !== 'function_call') continue
    const answer = results.get(item.call_id ?? item.id)
    calls.push(
      activityOf({
        id: firstText(item.call_id, item.id) || `call-${calls.length + 1}`,
        name: firstText(item.name),
        input: item.arguments,
        result: answer?.output,
        isDone: answer !== undefined && answer.status !== 'incomplete',
        at: length,
      }),
    )
  }
  return calls
}

function callOfBlock({ type, attributes, text, at }: Block, index: number): ToolActivity[] {
  if (type === 'reasoning') return []
  const isCall = type === 'tool_calls'
  return [
    activityOf({
      id: attributes.get('id') || `call-${index + 1}`,
      name: attributes.get('name') || (isCall ? 'tool' : type),
      input: isCall ? unquoted(attributes.get('arguments') ?? '') : text,
      result: unquoted(attributes.get(isCall ? 'result' : 'output') ?? ''),
      isDone: attributes.get('done') !== 'false',
      at,
    }),
  ]
}

interface Call {
  id: string
  name: string
  input: unknown
  result: unknown
  isDone: boolean
  at: number
}

export function activityOf({ id, name, input, result, isDone, at }: Call): ToolActivity {
  const shown = { input: shortText(input, MAX_INPUT_LENGTH), result: shortText(result, MAX_RESULT_LENGTH) }
  return {
    id: id.slice(0, 100),
    name: name.slice(0, 200) || 'tool',
    title: '',
    state: isDone ? 'done' : 'failed',
    at,
    ...(shown.input && shown.input !== '{}' ? { input: shown.input } : {}),
    ...(isDone && shown.result ? { result: shown.result } : {}),
    ...(isDone ? {} : { unfinished: 'interrupted' }),
  }
}

const shortText = (value: unknown, maxLength: number): string =>
  shortened(
    (typeof value === 'string' || Array.isArray(value) ? textIn(value) : jsonOf(value)).trim(),
    maxLength,
  )

const jsonOf = (value: unknown): string => (isFields(value) ? JSON.stringify(fieldsOf(value), null, 2) : '')

/** Older releases of Open WebUI encode the JSON of arguments and results a second time, as a JSON string. */
function unquoted(text: string): string {
  if (!text.startsWith('"')) return text
  try {
    return plainText(JSON.parse(text)) || text
  } catch {
    return text
  }
}
