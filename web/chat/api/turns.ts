import type { AnswerEvent } from '#chatapp/turns/schema.ts'
import { ApiError, request } from './client.ts'

export interface TurnRequest {
  model: string
  /** Null starts a new chat. */
  chatId: string | null
  /** Id of the answer to be written. The same id sent twice starts one turn. */
  answerId: string
  parentId: string | null
  /** Null: answer the message `parentId` once more. */
  userMessage: { id: string; content: string; files: { id: string }[] } | null
}

export interface StartedTurn {
  chat_id: string
}

/** Ask for an answer. A request whose answer got lost is sent again: ids make that safe. */
export async function startTurn(turn: TurnRequest): Promise<StartedTurn> {
  const send = () => request<StartedTurn>('/api/chat/completions', { method: 'POST', body: turnBody(turn) })
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error
    return send()
  }
}

export const stopTurn = (chatId: string) =>
  request<unknown>(`/api/tasks/chat/${encodeURIComponent(chatId)}/stop`, { method: 'POST' })

const EVENT_TYPES = ['snapshot', 'delta', 'tool', 'end', 'idle'] as const satisfies AnswerEvent['type'][]

/** Listen to a chat's running turn. `onLost` is called once when the line breaks; then nothing follows. */
export function listenToTurn(
  chatId: string,
  on: { event(event: AnswerEvent): void; open(): void; lost(): void },
): () => void {
  const source = new EventSource(`/api/v1/chats/${encodeURIComponent(chatId)}/events`)
  source.addEventListener('open', () => on.open())
  source.addEventListener('error', () => {
    source.close()
    on.lost()
  })
  for (const type of EVENT_TYPES) {
    source.addEventListener(type, ({ data }: MessageEvent<string>) => {
      if (type === 'end' || type === 'idle') source.close()
      on.event({ ...JSON.parse(data), type } as AnswerEvent)
    })
  }
  return () => source.close()
}

/** The id under which the server knows this tab. */
const tabId = newId()

/** A random UUID, also where the page isn't served over a secure address. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function turnBody({ model, chatId, answerId, parentId, userMessage }: TurnRequest) {
  return {
    model,
    stream: true,
    session_id: tabId,
    chat_id: chatId,
    id: answerId,
    parent_id: parentId,
    user_message: userMessage,
  }
}
