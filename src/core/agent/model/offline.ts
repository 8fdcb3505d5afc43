import { setImmediate } from 'node:timers/promises'
import type { Clock } from '#ground/base/clock.ts'
import type { TokenUsage } from '#ground/turn/schema.ts'
import { shortened } from '#ground/base/cut-text.ts'
import type { TurnMessage, LanguageModel, ModelEvent, ModelRequest } from './model.ts'
import { endAtStop } from './stop.ts'
import { parseScript, wordPieces, type Instruction } from './script.ts'
import { PROVIDERS } from './providers/list.ts'

export const OFFLINE_MODEL = 'offline/offline'

const DELTAS_PER_BREATH = 32

/** Usage counts words instead of tokens, without the system prompt. */
export const createOfflineModel = (clock: Clock): LanguageModel => ({
  id: OFFLINE_MODEL,
  counts: ({ messages }) => wordsIn(messages),
  stream: (request, signal) => {
    const events = answer(clock, request, signal)
    return request.stop && request.stop.length > 0 ? endAtStop(events, request.stop) : events
  },
})

async function* answer(clock: Clock, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  let output = 0
  let deltas = 0
  const usage = (): TokenUsage => ({ input: wordsIn(request.messages), output, cached: 0, reasoning: 0 })
  for (const step of stepsOf(request)) {
    if (signal.aborted) break
    if (step.type === 'wait') {
      await clock.sleep(step.ms, signal).catch(() => {})
      continue
    }
    if (step.type === 'text') {
      if (request.maxOutputTokens && output >= request.maxOutputTokens)
        return yield { type: 'finish', reason: 'length', usage: usage() }
      output += wordCount(step.text)
      if (++deltas % DELTAS_PER_BREATH === 0) await setImmediate()
    }
    yield step
    if (step.type === 'tool-call') return yield { type: 'finish', reason: 'tool-calls', usage: usage() }
  }
  yield { type: 'finish', reason: signal.aborted ? 'aborted' : 'stop', usage: usage() }
}

type Step = Extract<ModelEvent, { type: 'text' | 'tool-call' }> | { type: 'wait'; ms: number }

function* stepsOf(request: ModelRequest): Generator<Step> {
  const asked = request.messages.findLastIndex((message) => message.role === 'user')
  const prompt = request.messages[asked]
  const results = request.messages
    .slice(asked + 1)
    .flatMap((message) => (message.role === 'tool' ? message.results : []))
  const obeyed = parseScript(textOf(prompt))
  const script = obeyed ?? preparedScript(request.offline, textOf(prompt))
  if (!script) return yield* pieces(ordinaryAnswer(prompt))

  const { remaining, calls } = skipAnsweredCalls(script, request, results.length)
  let spoken = false
  const line = function* (text: Iterable<string>): Generator<Step> {
    if (spoken) yield { type: 'text', text: '\n' }
    spoken = true
    for (const piece of text) yield { type: 'text', text: piece }
  }
  const last = results.at(-1)
  if (last) yield* line(wordPieces(last.text))
  for (const instruction of remaining) {
    if (instruction.do === 'wait') yield { type: 'wait', ms: instruction.ms }
    else if (isCall(instruction, request)) yield callOf(instruction, calls + 1)
    else yield* line(spokenPieces(instruction))
  }
  if (!obeyed) yield* pieces(`\n\n${PREPARED}`)
}

const preparedScript = (
  prepared: ReadonlyMap<string, string> | undefined,
  question: string,
): Instruction[] | null => {
  if (!prepared || question.length > MAX_QUESTION_CHARS) return null
  const asked = sameWords(question)
  for (const [prompt, instructions] of prepared)
    if (sameWords(prompt) === asked) return parseScript(instructions)
  return null
}
const MAX_QUESTION_CHARS = 10_000

const sameWords = (text: string): string =>
  text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ') ?? ''

const PREPARED =
  '*I am the built-in offline model: I do what `agent.md` says for this question. Set `SVC_MODEL` in `.env` for a real model.*'

const skipAnsweredCalls = (script: Instruction[], request: ModelRequest, answered: number) => {
  let calls = 0
  const start = script.findIndex((instruction) => {
    if (calls === answered) return true
    if (isCall(instruction, request)) calls++
    return false
  })
  return { remaining: start === -1 ? [] : script.slice(start), calls }
}

type Call = Extract<Instruction, { do: 'tool' | 'finish' }>

const isCall = (instruction: Instruction, request: ModelRequest): instruction is Call =>
  instruction.do === 'tool' ||
  (instruction.do === 'finish' && request.tools.some((tool) => tool.name === 'finish'))

const callOf = (call: Call, number: number): Step => ({
  type: 'tool-call',
  call:
    call.do === 'tool'
      ? { id: `offline_${number}`, name: call.name, input: call.input }
      : {
          id: `offline_${number}`,
          name: 'finish',
          input: JSON.stringify({ status: call.status, summary: call.text }),
        },
})

function* spokenPieces(instruction: Instruction): Generator<string> {
  if (instruction.do === 'repeat')
    for (let n = 0; n < instruction.times; n++) yield n === 0 ? instruction.text : ` ${instruction.text}`
  else if (instruction.do === 'complain')
    yield* wordPieces(`I can’t obey “${instruction.line}”. Instructions: ${FORMS.join(' · ')}`)
  else if (instruction.do === 'say' || instruction.do === 'finish') yield* wordPieces(instruction.text)
}

function* pieces(text: string): Generator<Step> {
  for (const piece of wordPieces(text)) yield { type: 'text', text: piece }
}

const FORMS = [
  '/say TEXT',
  '/repeat N TEXT',
  '/wait MS',
  '/tool NAME {json}',
  '/finish done|blocked TEXT',
] as const

const MEANINGS = [
  'say the text',
  'say the text N times, in N pieces',
  'wait so many milliseconds',
  'call a tool and print its result',
  'end a task',
] as const

const MAX_ECHO = 200

const ordinaryAnswer = (prompt: TurnMessage | undefined): string => {
  const text = textOf(prompt).trim()
  const echo = shortened(text, MAX_ECHO)
  const attached = prompt?.role === 'user' ? prompt.parts.filter((part) => part.type === 'file').length : 0
  return [
    `You said: “${echo}”${attached > 0 ? ` and attached ${attached === 1 ? 'a file' : `${attached} files`}` : ''}`,
    'I am the **built-in offline model**. I need no network and understand nothing; I obey one instruction a line:',
    FORMS.map((form, index) => `- \`${form}\`: ${MEANINGS[index]}`).join('\n'),
    'To talk to a real model, set `SVC_MODEL=<provider>/<model>` ' +
      `(${PROVIDERS.map(({ name }) => `\`${name}\``).join(', ')}) ` +
      'and its key in the Hub’s `.env`, then start again.',
  ].join('\n\n')
}

const textOf = (message: TurnMessage | undefined): string => {
  if (!message || message.role === 'tool') return ''
  if (message.role !== 'user') return message.text
  return message.parts
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n')
}

const wordsIn = (messages: readonly TurnMessage[]): number =>
  messages.reduce((sum, message) => {
    if (message.role === 'system') return sum
    if (message.role === 'tool') return sum + message.results.reduce((n, { text }) => n + wordCount(text), 0)
    return sum + wordCount(textOf(message))
  }, 0)

const wordCount = (text: string): number => {
  const counted = Math.min(text.length, COUNTED_CHARS)
  let [words, isInWord] = [0, false]
  for (let at = 0; at < counted; at++) {
    const isBlank = isBlankCode(text.charCodeAt(at))
    if (!isBlank && !isInWord) words++
    isInWord = !isBlank
  }
  return counted < text.length ? Math.round((words * text.length) / counted) : words
}
const COUNTED_CHARS = 1_000_000

const isBlankCode = (code: number): boolean =>
  code < 0x80 ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : /\s/.test(String.fromCharCode(code))
