import { SpentBudget } from '#ground/turn/errors/budget/schema.ts'
import { TitleEvent, ToolEvent } from '#ground/turn/schema.ts'
import { AnswerFacts, type CutReason, type MessageError } from '#chatapp/chats/schema.ts'
import { z } from 'zod'
import type { LiveAnswer } from './live-answer.ts'
import { eventData } from './sse.ts'

export type CompletionEnd = { state: 'done' } | { state: 'failed'; error: MessageError }

export interface CompletionListener extends Pick<LiveAnswer, 'add' | 'used' | 'cutShort' | 'addFacts'> {
  titled(words: string): void
}

/** A chunk from an untrusted server. Any field may have another type. */
interface Chunk {
  choices?: { delta?: Delta; message?: Delta; finish_reason?: unknown }[]
  usage?: unknown
  /** The bridge's extension. */
  svc?: unknown
  error?: unknown
}

interface Delta {
  content?: unknown
  reasoning_content?: unknown
}

/** Skips invalid chunks. @returns Null if the stream ended without `[DONE]` */
export async function readStream(
  bytes: AsyncIterable<Uint8Array>,
  listener: CompletionListener,
): Promise<CompletionEnd | null> {
  for await (const data of eventData(bytes)) {
    if (data.trim() === '[DONE]') return { state: 'done' }
    const chunk = parse(data)
    if (chunk?.error) return failed(chunk)
    if (chunk) emitChunk(listener, chunk)
  }
  return null
}

/** For servers that do not stream. */
export function readWholeCompletion(text: string, listener: CompletionListener): CompletionEnd {
  const chunk = parse(text)
  if (chunk?.error) return failed(chunk)
  if (!chunk?.choices) return { state: 'failed', error: UNREADABLE }
  emitChunk(listener, chunk)
  return { state: 'done' }
}

const UNREADABLE: MessageError = {
  message: 'The agent gave an answer that can’t be read.',
  code: 'bad_answer',
}

const failed = (chunk: Chunk): CompletionEnd => ({
  state: 'failed',
  error: errorFrom(chunk, 'The agent reported an error.', 'agent_error'),
})

/** Bridges send text in `choices`, and all other events in `svc`. */
function emitChunk(listener: CompletionListener, { choices, svc, usage }: Chunk): void {
  for (const choice of Array.isArray(choices) ? choices : []) {
    const { reasoning_content: reasoning, content } = choice?.delta ?? choice?.message ?? {}
    if (typeof reasoning === 'string' && reasoning) listener.add({ type: 'reasoning', text: reasoning })
    if (typeof content === 'string' && content) listener.add({ type: 'text', text: content })
    const cut = cutReason(choice?.finish_reason)
    if (cut) listener.cutShort(cut)
  }
  const tool = svc === undefined ? undefined : ToolEvent.safeParse(svc).data
  if (tool) listener.add(tool)
  const title = svc === undefined ? undefined : TitleEvent.safeParse(svc).data
  if (title) listener.titled(title.title)
  const timing = svc === undefined ? undefined : TimingEvent.safeParse(svc).data
  if (timing) listener.addFacts(timing)
  if (usage) listener.used(usage)
}

/** The last event of a bridge's response. Earlier releases omit the facts. */
const TimingEvent = z
  .object({ type: z.literal('timing'), ...AnswerFacts.omit({ ms: true }).shape })
  .transform(({ type: _, ...facts }) => facts)

function cutReason(reason: unknown): CutReason | undefined {
  const word = typeof reason === 'string' ? reason.toLowerCase().replaceAll('-', '_') : ''
  return Object.hasOwn(CUT_REASONS, word) ? CUT_REASONS[word] : undefined
}

const CUT_REASONS: Readonly<Record<string, CutReason>> = {
  length: 'length',
  max_tokens: 'length',
  content_filter: 'content_filter',
  safety: 'content_filter',
  recitation: 'content_filter',
  refusal: 'content_filter',
}

/** Usual formats: `{error: {message, code}}`, `{error: "…"}`, `{detail: "…"}`. */
export function errorFrom(body: unknown, fallback: string, code: string): MessageError {
  const { error, detail } = (body ?? {}) as { error?: unknown; detail?: unknown }
  if (typeof error === 'string' && error) return { message: error, code }
  if (typeof error === 'object' && error !== null) {
    const { message, code: own, type, budget } = error as Record<string, unknown>
    const spent = SpentBudget.safeParse(budget).data
    const errorCode = [own, type].find((value) => typeof value === 'string' && value !== '')
    return {
      message: typeof message === 'string' && message ? message : fallback,
      code: (errorCode as string) ?? code,
      ...(spent && { budget: spent }),
    }
  }
  return { message: typeof detail === 'string' && detail ? detail : fallback, code }
}

const parse = (text: string): Chunk | null => {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? parsed : null
  } catch {
    return null
  }
}

export const refusalFrom = (status: number, text: string): MessageError =>
  errorFrom(parse(text), `The agent answered with an error (${status}).`, `http_${status}`)
