import type { WireName } from './packages.ts'

export interface RecordedAnswer {
  text: string
  /** Names and arguments as canonical JSON. */
  calls: string[]
  /** Input and output tokens, -1 if unknown. */
  usage: readonly [number, number] | null
  finished: boolean
  /** The recording reports an error, so the client must fail. */
  failed: boolean
}

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

/** Parses recordings without the code under test. */
export const readRecording = (provider: WireName, events: readonly string[]): RecordedAnswer => {
  const answer: RecordedAnswer = { text: '', calls: [], usage: null, finished: false, failed: false }
  READERS[provider](
    answer,
    events.map((event) => JSON.parse(event)),
  )
  return answer
}

export const callText = (name: string, input: string): string => {
  try {
    return `${name} ${JSON.stringify(JSON.parse(input || '{}'))}`
  } catch {
    return `${name} ${input}`
  }
}

type Reader = (answer: RecordedAnswer, events: readonly Json[]) => void

const compatible: Reader = (answer, events) => {
  const calls: { name: string; input: string }[] = []
  for (const { choices, usage, x_groq: groq, error } of events) {
    answer.failed ||= Boolean(error)
    const counted = usage ?? groq?.usage
    if (counted) answer.usage = [counted.prompt_tokens ?? 0, counted.completion_tokens ?? 0]
    const [choice] = choices ?? []
    answer.finished ||= Boolean(choice?.finish_reason)
    const { content, tool_calls: pieces } = choice?.delta ?? {}
    if (typeof content === 'string') answer.text += content
    else for (const part of content ?? []) answer.text += part.type === 'text' ? part.text : ''
    for (const piece of pieces ?? []) {
      const at = piece.index ?? calls.length
      calls[at] ??= { name: '', input: '' }
      calls[at].name ||= piece.function?.name ?? ''
      calls[at].input += piece.function?.arguments ?? ''
    }
  }
  answer.calls = calls.filter(({ name }) => name).map(({ name, input }) => callText(name, input))
}

const openai: Reader = (answer, events) => {
  for (const { type, delta, item, response } of events) {
    answer.failed ||= type === 'error' || type === 'response.failed'
    if (type === 'response.output_text.delta') answer.text += delta
    if (type === 'response.output_item.done' && item.type === 'function_call')
      answer.calls.push(callText(item.name, item.arguments))
    if (type !== 'response.completed' && type !== 'response.incomplete') continue
    answer.finished = true
    if (response.usage) answer.usage = [response.usage.input_tokens, response.usage.output_tokens]
  }
}

const anthropic: Reader = (answer, events) => {
  const calls = new Map<number, { name: string; input: string }>()
  const end = events.findIndex(({ type }) => type === 'message_stop') // some recordings continue with the next answer
  answer.finished = end !== -1
  for (const { type, index, delta, content_block: block, usage } of end === -1
    ? events
    : events.slice(0, end)) {
    answer.failed ||= type === 'error'
    if (block?.type === 'text') answer.text += block.text
    if (block?.type === 'tool_use')
      calls.set(index, {
        name: block.name,
        input: Object.keys(block.input ?? {}).length ? JSON.stringify(block.input) : '',
      })
    if (delta?.type === 'text_delta') answer.text += delta.text
    const call = calls.get(index)
    if (delta?.type === 'input_json_delta' && call) call.input += delta.partial_json
    if (type === 'message_delta' && usage) answer.usage = [-1, usage.output_tokens]
  }
  answer.calls = [...calls.values()].map(({ name, input }) => callText(name, input))
}

const google: Reader = (answer, events) => {
  for (const { candidates, usageMetadata: usage, error, promptFeedback } of events) {
    answer.failed ||= Boolean(error)
    const [candidate] = candidates ?? []
    for (const { text, thought, functionCall } of candidate?.content?.parts ?? []) {
      if (text && !thought && !promptFeedback?.blockReason) answer.text += text
      if (functionCall)
        answer.calls.push(callText(functionCall.name, JSON.stringify(functionCall.args ?? {})))
    }
    answer.finished ||= Boolean(candidate?.finishReason)
    if (usage?.candidatesTokenCount != null)
      answer.usage = [
        usage.promptTokenCount ?? 0,
        usage.candidatesTokenCount + (usage.thoughtsTokenCount ?? 0),
      ]
  }
}

const READERS: Record<WireName, Reader> = { compatible, openai, anthropic, google }
