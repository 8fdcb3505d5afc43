import { z } from 'zod'
import { ChatId } from '#chatapp/chats/schema.ts'
import { TurnRequest } from '#chatapp/turns/schema.ts'

/** Open WebUI's clients use such ids for chats that are not stored. */
const TEMPORARY_CHAT = /^(?:$|(?:local|temporary):)/
const isTemporary = (id: unknown): boolean => typeof id === 'string' && TEMPORARY_CHAT.test(id)

const KnownChatId = z.preprocess((id) => (isTemporary(id) ? null : id), ChatId.nullish())

/** Unknown fields are forwarded unchanged. */
const PlainRequest = z.looseObject({
  model: z.string().min(1).max(256),
  messages: z.unknown().optional(),
  stream: z.boolean().nullish(),
  chat_id: KnownChatId,
})
export type PlainRequest = z.infer<typeof PlainRequest>

/** The bridge validates `input`, which may be absent if `previous_response_id` is present. */
export const ResponsesRequest = z.looseObject({
  model: z.string().min(1).max(256),
  instructions: z.string().nullish(),
  stream: z.boolean().nullish(),
  chat_id: KnownChatId,
})

function isFromPage(body: unknown): boolean {
  const named = body as { session_id?: unknown; chat_id?: unknown } | null
  return named?.session_id != null && !isTemporary(named.chat_id)
}

export type CompletionRequest = { turn: TurnRequest } | { plain: PlainRequest }

export const CompletionRequest = z
  .custom<z.input<typeof TurnRequest> | z.input<typeof PlainRequest>>()
  .transform((body, context): CompletionRequest => {
    const isTurn = isFromPage(body)
    const parsed = (isTurn ? TurnRequest : PlainRequest).safeParse(body)
    if (parsed.success) return isTurn ? { turn: parsed.data as TurnRequest } : { plain: parsed.data }
    context.issues.push(...(parsed.error.issues as z.core.$ZodRawIssue[]))
    return z.NEVER
  })
