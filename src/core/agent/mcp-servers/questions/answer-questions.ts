import {
  ProtocolError,
  ProtocolErrorCode,
  type Client,
  type ElicitResult,
} from '@modelcontextprotocol/client'
import type { QuestionReply } from '#core/agent/tools/questions/ask.ts'
import { cutText } from '#ground/base/cut-text.ts'
import { QUESTION_TIMEOUT_MS } from '#core/agent/tools/questions/open-questions.ts'
import type { ElicitationCompletions } from './elicitation-completions.ts'
import { readQuestion } from './read-question.ts'
import type { AskedInCall, RunningCall, RunningCalls } from './running-calls.ts'

export const QUESTION_CAPABILITIES = { elicitation: { form: {}, url: {} } }

export interface QuestionsDeps {
  client: Client
  calls: RunningCalls
  completions: ElicitationCompletions
}

export function answerQuestions({ client, calls, completions }: QuestionsDeps): void {
  client.setRequestHandler('elicitation/create', async ({ params }, { mcpReq }): Promise<ElicitResult> => {
    const read = readQuestion(params)
    if (!read.ok) throw new ProtocolError(ProtocolErrorCode.InvalidParams, read.refusal)
    const possible = calls.asking()
    const [call] = possible
    if (!call || possible.length > 1) {
      await Promise.all(possible.map((each) => askIn(each, { subject: null }, mcpReq.signal)))
      return { action: 'decline' }
    }
    const { message, subject } = read.value
    return resultOf(await askIn(call, { message, subject }, mcpReq.signal))
  })
  client.setNotificationHandler('notifications/elicitation/complete', ({ params }) =>
    completions.complete(params.elicitationId),
  )
  client.fallbackRequestHandler = async ({ method }) => {
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, refusalOf(method))
  }
}

export async function askIn(
  { ask, notes }: Pick<RunningCall, 'ask' | 'notes'>,
  question: AskedInCall,
  signal: AbortSignal,
): Promise<QuestionReply> {
  const reply = await ask(question, signal)
  const note = noteOf(question, reply)
  if (note !== null && !notes.includes(note)) notes.push(note)
  return reply
}

function noteOf(question: AskedInCall, { action }: QuestionReply): string | null {
  if (question.subject === null) return UNCLEAR
  if (action !== 'unattended' && action !== 'expired') return null
  return `It asked “${cutText(question.message, MAX_QUOTED_CHARS)}”. ${NOTES[action]}`
}

const MAX_QUOTED_CHARS = 500

const NOTES = {
  unattended:
    'Nobody can be asked here, so the question was declined. In the web chat it is shown to the person.',
  expired: `The person did not answer within ${QUESTION_TIMEOUT_MS / 60_000} minutes, so the question was cancelled.`,
}

const UNCLEAR =
  'While this call ran, the server asked a question without naming a call. It worked for several people or chats at once, so that question was declined.'

function resultOf(reply: QuestionReply): ElicitResult {
  switch (reply.action) {
    case 'accept':
      return { action: 'accept', content: reply.content }
    case 'unattended':
    case 'unclear':
      return { action: 'decline' }
    case 'expired':
      return { action: 'cancel' }
    default:
      return { action: reply.action }
  }
}

const refusalOf = (method: string): string =>
  METHODS[method] ?? `This client does not support ${cutText(method, 100)}.`

const METHODS: Readonly<Record<string, string>> = {
  'sampling/createMessage':
    'This client runs no model for servers: it did not declare the capability “sampling”.',
  'roots/list': 'This client shares no folders with servers: it did not declare the capability “roots”.',
}
