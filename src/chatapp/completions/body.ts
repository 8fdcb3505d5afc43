import type { CatalogModel } from '#chatapp/models/model.ts'

/** Fields between a page and this server; an upstream must not take them for its own. */
const NOT_PASSED_ON = [
  'metadata',
  'chat_id',
  'session_id',
  'id',
  'message_ids',
  'parent_id',
  'user_message',
  'files',
  'tool_ids',
  'filter_ids',
  'features',
  'variables',
  'model_item',
  'background_tasks',
] as const

/**
 * A program's request as the upstream gets it: its own name of the model, the model's system prompt first, and as
 * `chat_id` only one that was found to be the caller's.
 */
export function plainBody(
  request: { messages: readonly unknown[] } & Record<string, unknown>,
  chatId: string | null,
  model: CatalogModel,
): Record<string, unknown> {
  const system = systemPromptOf(model)
  return {
    ...passedOn(request),
    model: model.upstreamId,
    messages: system ? [{ role: 'system', content: system }, ...request.messages] : request.messages,
    ...(chatId === null ? {} : { chat_id: chatId }),
  }
}

/**
 * The same for the Responses API. The answer repeats the request's metadata, so it is passed on too, without ids of chats: only
 * `chatId` was found to be the caller's.
 */
export function responsesBody(
  request: { instructions?: string | null | undefined } & Record<string, unknown>,
  chatId: string | null,
  model: CatalogModel,
): Record<string, unknown> {
  const instructions = [systemPromptOf(model), request.instructions].filter(Boolean).join('\n\n')
  const { metadata } = request
  const isObject = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)
  const { chat_id: _, conversation_id: __, ...rest } = (isObject ? metadata : {}) as Record<string, unknown>
  return {
    ...passedOn(request),
    model: model.upstreamId,
    ...(instructions && { instructions }),
    ...(isObject && { metadata: rest }),
    ...(chatId === null ? {} : { chat_id: chatId }),
  }
}

const passedOn = (request: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(request).filter(([name]) => !(NOT_PASSED_ON as readonly string[]).includes(name)),
  )

const systemPromptOf = ({ row }: CatalogModel): string => {
  const system = row?.params.system
  return typeof system === 'string' ? system : ''
}
