import type { CatalogModel } from '#chatapp/models/model.ts'

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

/** The caller must have checked the ownership of `chatId`. */
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
 * Removes chat ids from the metadata, which the response returns to the client. The caller must have checked the
 * ownership of `chatId`.
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
