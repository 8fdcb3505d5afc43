import { acceptPart } from '../media.ts'
import type { ContentPart, TurnMessage } from '../model.ts'
import { replayReply } from './replay.ts'

export type ShapedMessage =
  | { role: 'system'; text: string }
  | { role: 'user'; parts: readonly ContentPart[] }
  | ShapedAnswer
  | { role: 'tool'; callId: string; text: string }

export interface ShapedAnswer {
  role: 'assistant'
  text: string
  calls: readonly ShapedCall[]
  thoughts: Readonly<Record<string, unknown>>
}

export interface ShapedCall {
  id: string
  name: string
  input: string
  extra: object | undefined
}

export interface ShapedFor {
  id: string
  acceptedMediaTypes: ReadonlySet<string>
}

/**
 * Rewrites a conversation so that the chat templates of all model families render it completely. Templates refuse or
 * drop unknown forms, such as a second system message or two calls in one response.
 * Except at the last message, each pass considers only the preceding messages. Consecutive requests therefore share a
 * prefix, and the server's prompt cache matches.
 */
export function shapeMessages(model: ShapedFor, messages: readonly TurnMessage[]): ShapedMessage[] {
  const { instructions, talk } = splitInstructions(messages)
  // A fifth of the chat templates show only one system message, and some templates refuse a second.
  const system: ShapedMessage[] = instructions === '' ? [] : [{ role: 'system', text: instructions }]
  const passes = [withResults, withoutEmpty, joined, withPersonFirst, withAnswersAfterResults, withPersonLast]
  return [...system, ...withShortIds(passes.reduce((made, pass) => pass(made), plain(model, talk)))]
}

type Talk = Exclude<ShapedMessage, { role: 'system' }>

function splitInstructions(messages: readonly TurnMessage[]): { instructions: string; talk: TurnMessage[] } {
  const texts = messages.flatMap((message) =>
    message.role === 'system' && !isBlank(message.text) ? [message.text] : [],
  )
  return { instructions: texts.join('\n\n'), talk: messages.filter(({ role }) => role !== 'system') }
}

const plain = ({ id: modelId, acceptedMediaTypes }: ShapedFor, messages: readonly TurnMessage[]): Talk[] =>
  messages.flatMap((message): Talk[] => {
    switch (message.role) {
      case 'system':
        return []
      case 'user':
        return [
          {
            role: 'user',
            parts: withOneText(
              message.parts.map((part) => acceptPart(acceptedMediaTypes, part)),
              '\n',
            ),
          },
        ]
      case 'tool':
        return message.results.map(({ id, text }) => ({ role: 'tool', callId: id, text }))
      case 'assistant': {
        const replay = replayReply(message.replay, modelId)
        const calls = message.toolCalls.map((call) => ({ ...call, extra: replay?.extras[call.id] }))
        return [{ role: 'assistant', text: message.text, calls, thoughts: replay?.thoughts ?? {} }]
      }
    }
  })

/**
 * Puts each call into a separate message, followed by its result, because some templates refuse or drop further
 * calls.
 */
function withResults(messages: readonly Talk[]): Talk[] {
  const results = new Map<ShapedCall, string>()
  const orphans = new Set<Talk>()
  const open = new Map<string, ShapedCall[]>()
  for (const message of messages)
    if (message.role === 'assistant')
      // Some servers number the calls of each response from zero, so a result belongs to the newest call with its id.
      for (const [id, calls] of Map.groupBy(message.calls, (call) => call.id)) open.set(id, calls)
    else if (message.role === 'tool') {
      const call = open.get(message.callId)?.shift()
      if (call) results.set(call, message.text)
      else orphans.add(message)
    }
  const resultOf = (call: ShapedCall): Talk => ({
    role: 'tool',
    callId: call.id,
    text: results.get(call) ?? NO_RESULT,
  })
  return messages.flatMap((message): Talk[] => {
    if (message.role === 'assistant')
      return steps(message).flatMap((step) => [step, ...step.calls.map(resultOf)])
    if (message.role === 'user') return [message]
    return orphans.has(message) ? [userText(`[Tool result]\n${message.text}`)] : []
  })
}

function steps(answer: ShapedAnswer): ShapedAnswer[] {
  // A server that signs calls or thoughts checks the signatures, so its response is sent back unchanged.
  const isSigned =
    answer.calls.some(({ extra }) => extra) ||
    Object.values(answer.thoughts).some((thoughts) => typeof thoughts !== 'string')
  if (answer.calls.length < 2 || isSigned) return [answer]
  // Hosted servers of reasoning models refuse an assistant message with a call if its thoughts are missing or empty.
  const noThoughts = Object.fromEntries(
    Object.entries(answer.thoughts).map(([field, text]) => [field, text && ' ']),
  )
  return answer.calls.map((call, index) =>
    index === 0
      ? { ...answer, calls: [call] }
      : { role: 'assistant', text: '', calls: [call], thoughts: noThoughts },
  )
}

/** Some templates refuse assistant messages without text and calls. */
const withoutEmpty = (messages: readonly Talk[]): Talk[] =>
  messages.filter(
    (message) => message.role !== 'assistant' || message.calls.length > 0 || !isBlank(message.text),
  )

/** Strict templates refuse consecutive messages of one role. */
const joined = (messages: readonly Talk[]): Talk[] =>
  runsOf(messages, (before, next) => before.role === next.role && next.role !== 'tool').map((run) => {
    const last = run.at(-1)!
    if (run.length === 1 || last.role === 'tool') return last
    if (last.role === 'user')
      return {
        role: 'user',
        parts: withOneText(
          run.flatMap((message) => (message.role === 'user' ? message.parts : [])),
          '\n\n',
        ),
      }
    const answers = run.filter((message) => message.role === 'assistant')
    return {
      ...last,
      text: answers.flatMap(({ text }) => (isBlank(text) ? [] : [text])).join('\n\n'),
      thoughts: Object.assign({}, ...answers.map(({ thoughts }) => thoughts)) as ShapedAnswer['thoughts'],
    }
  })

/** Strict templates refuse a conversation that starts with an assistant message. */
const withPersonFirst = (messages: readonly Talk[]): Talk[] =>
  messages[0]?.role === 'user' ? [...messages] : [userText(BEGUN_BY_ASSISTANT), ...messages]

/** Strict templates refuse a user message directly after a tool result. */
const withAnswersAfterResults = (messages: readonly Talk[]): Talk[] =>
  messages.flatMap((message, index): Talk[] =>
    message.role === 'user' && messages[index - 1]?.role === 'tool'
      ? [{ role: 'assistant', text: NO_ANSWER, calls: [], thoughts: {} }, message]
      : [message],
  )

/** Some servers refuse a conversation that ends with an assistant message. An instruction to continue always works. */
const withPersonLast = (messages: readonly Talk[]): Talk[] =>
  messages.at(-1)?.role === 'assistant' ? [...messages, userText(CONTINUE)] : [...messages]

/** Mistral's templates require ids of nine letters or digits. */
function withShortIds(messages: readonly Talk[]): Talk[] {
  let count = 0
  let ids: string[] = []
  return messages.map((message) => {
    if (message.role === 'tool') return { ...message, callId: ids.shift()! }
    if (message.role !== 'assistant' || message.calls.length === 0) return message
    const calls = message.calls.map((call) => ({
      ...call,
      id: `call${(count++).toString(36).padStart(5, '0')}`,
    }))
    ids = calls.map(({ id }) => id)
    return { ...message, calls }
  })
}

const NO_RESULT = '[No result: the call was not finished.]'
const NO_ANSWER = '[The assistant wrote no answer to this result.]'
const BEGUN_BY_ASSISTANT = '[The assistant begins this conversation.]'
const CONTINUE = '[Continue your last message from where it ends. Do not repeat it.]'

const isBlank = (text: string): boolean => text.trim() === ''

const userText = (text: string): Talk => ({ role: 'user', parts: [{ type: 'text', text }] })

/** Joins adjacent texts: templates show only the first text of a list, or print the list itself. */
const withOneText = (parts: readonly ContentPart[], between: string): ContentPart[] =>
  runsOf(parts, (before, next) => before.type === 'text' && next.type === 'text').map((run) =>
    run.length === 1
      ? run[0]!
      : {
          type: 'text',
          text: run
            .flatMap((part) => (part.type === 'text' && part.text !== '' ? [part.text] : []))
            .join(between),
        },
  )

/**
 * Groups adjacent items, so that callers join the texts of a group at once. Joining pair by pair would copy long
 * texts repeatedly.
 */
function runsOf<T>(items: readonly T[], belongsTo: (before: T, next: T) => boolean): T[][] {
  const runs: T[][] = []
  for (const [index, item] of items.entries())
    if (index > 0 && belongsTo(items[index - 1]!, item)) runs.at(-1)!.push(item)
    else runs.push([item])
  return runs
}
