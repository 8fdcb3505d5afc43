import type { Model } from '#chatapp/models/model.ts'

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
  model: Model,
  chatId: string | null,
): Record<string, unknown> {
  const passed = Object.fromEntries(
    Object.entries(request).filter(([name]) => !(NOT_PASSED_ON as readonly string[]).includes(name)),
  )
  const system = model.row?.params.system
  return {
    ...passed,
    model: model.upstreamId,
    messages:
      typeof system === 'string' && system
        ? [{ role: 'system', content: system }, ...request.messages]
        : request.messages,
    ...(chatId === null ? {} : { chat_id: chatId }),
  }
}
