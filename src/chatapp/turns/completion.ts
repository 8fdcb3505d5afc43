import type { ArtifactOfTool, ConnectionOfTool, MessageError, ToolActivity } from '#chatapp/chats/message.ts'
import { eventData } from './sse.ts'

/** What an upstream says while it answers. A stream that ends without `done` was cut off. */
export type CompletionEvent =
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'tool'; tool: ToolActivity }
  | { type: 'usage'; usage: unknown }
  | { type: 'error'; error: MessageError }
  | { type: 'done' }

/** The parts of a chunk that we read. Nothing about it is certain. */
interface Chunk {
  choices?: { delta?: Delta; message?: Delta; finish_reason?: unknown }[]
  usage?: unknown
  svc?: Partial<ToolActivity> & { type?: unknown }
  error?: unknown
}

interface Delta {
  content?: unknown
  reasoning_content?: unknown
}

/** Read a streamed completion. Chunks that make no sense are skipped. */
export async function* readStream(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CompletionEvent> {
  for await (const data of eventData(bytes)) {
    if (data.trim() === '[DONE]') {
      yield { type: 'done' }
      return
    }
    const chunk = parse(data)
    if (chunk) yield* eventsOf(chunk)
    if (chunk?.error) return
  }
}

/** Read a completion that came in one piece, as some servers answer. */
export function readWhole(text: string): CompletionEvent[] {
  const chunk = parse(text)
  if (!chunk?.choices && !chunk?.error)
    return [
      {
        type: 'error',
        error: { message: 'The agent gave an answer that can’t be read.', code: 'bad_answer' },
      },
    ]
  return [...eventsOf(chunk), { type: 'done' }]
}

function* eventsOf(chunk: Chunk): Generator<CompletionEvent> {
  if (chunk.error) {
    yield { type: 'error', error: errorFrom(chunk, 'The agent reported an error.', 'agent_error') }
    return
  }
  for (const choice of Array.isArray(chunk.choices) ? chunk.choices : []) {
    const { reasoning_content: reasoning, content } = choice?.delta ?? choice?.message ?? {}
    if (typeof reasoning === 'string' && reasoning) yield { type: 'reasoning', text: reasoning }
    if (typeof content === 'string' && content) yield { type: 'text', text: content }
  }
  const tool = toolOf(chunk.svc)
  if (tool) yield { type: 'tool', tool }
  if (chunk.usage) yield { type: 'usage', usage: chunk.usage }
}

const STATES: ReadonlySet<unknown> = new Set(['running', 'done', 'failed'])

function toolOf(svc: Chunk['svc']): ToolActivity | null {
  if (svc?.type !== 'tool' || typeof svc.id !== 'string' || !STATES.has(svc.state)) return null
  const { id, state, ms, error } = svc
  const artifact = artifactOf(svc.artifact)
  const connect = connectionOf(svc.connect)
  const name = typeof svc.name === 'string' ? svc.name : 'tool'
  return {
    id,
    name,
    title: typeof svc.title === 'string' ? svc.title : name,
    state: state!,
    ...(typeof ms === 'number' ? { ms } : {}),
    ...(typeof error === 'string' ? { error } : {}),
    ...(artifact ? { artifact } : {}),
    ...(connect ? { connect } : {}),
  }
}

function artifactOf(artifact: unknown): ArtifactOfTool | null {
  const { id, title, preview, version } = (artifact ?? {}) as Partial<ArtifactOfTool>
  if (typeof id !== 'string' || typeof title !== 'string' || typeof version !== 'number') return null
  return { id, title, preview: typeof preview === 'string' ? preview : 'none', version }
}

function connectionOf(connect: unknown): ConnectionOfTool | null {
  const { provider, name, journey } = (connect ?? {}) as Partial<ConnectionOfTool>
  if (typeof provider !== 'string' || typeof name !== 'string' || typeof journey !== 'string') return null
  return { provider, name, journey }
}

/**
 * Why an upstream refused, from its error body in any of the usual shapes: `{error: {message, code}}`,
 * `{error: "…"}`, `{detail: "…"}`.
 */
export function errorFrom(body: unknown, fallback: string, code: string): MessageError {
  const { error, detail } = (body ?? {}) as { error?: unknown; detail?: unknown }
  if (typeof error === 'string' && error) return { message: error, code }
  if (typeof error === 'object' && error !== null) {
    const { message, code: own, type } = error as { message?: unknown; code?: unknown; type?: unknown }
    const said = [own, type].find((value) => typeof value === 'string' && value !== '')
    return {
      message: typeof message === 'string' && message ? message : fallback,
      code: (said as string) ?? code,
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

/** The error body of a refused request, however it came. */
export const refusalFrom = (status: number, text: string): MessageError =>
  errorFrom(parse(text), `The agent answered with an error (${status}).`, `http_${status}`)
