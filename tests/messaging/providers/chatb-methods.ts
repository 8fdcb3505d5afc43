import type { Opts } from '@grammyjs/types'
import { z } from 'zod'

type Methods = Opts<never>

const parameters = <M extends keyof Methods, S extends Partial<Record<keyof Methods[M], z.ZodType>>>(
  _method: M,
  shape: S & Record<Exclude<keyof S, keyof Methods[M]>, never>,
) => z.strictObject<S>(shape)

const Chat = z.union([z.int(), z.string().regex(/^(-?\d+|@\w+)$/)])
const Entity = z.looseObject({ type: z.string(), offset: z.int().min(0), length: z.int().min(1) })

/** `callback_data`: 1 to 64 bytes. */
const Keyboard = z.strictObject({
  inline_keyboard: z.array(
    z.array(
      z.strictObject({
        text: z.string().min(1),
        callback_data: z.string().refine((data) => data !== '' && Buffer.byteLength(data) <= 64, {
          message: 'BUTTON_DATA_INVALID',
        }),
      }),
    ),
  ),
})

const LinkPreviews = z.strictObject({ is_disabled: z.boolean().optional() })

export const METHODS = {
  getMe: z.strictObject({}),
  sendMessage: parameters('sendMessage', {
    chat_id: Chat,
    message_thread_id: z.int().positive().optional(),
    text: z.string(),
    parse_mode: z.enum(['MarkdownV2', 'HTML', 'Markdown']).optional(),
    entities: z.array(Entity).optional(),
    link_preview_options: LinkPreviews.optional(),
    disable_notification: z.boolean().optional(),
    protect_content: z.boolean().optional(),
    reply_parameters: z
      .strictObject({ message_id: z.int(), allow_sending_without_reply: z.boolean().optional() })
      .optional(),
    reply_markup: Keyboard.optional(),
  }),
  editMessageText: parameters('editMessageText', {
    chat_id: Chat,
    message_id: z.int(),
    text: z.string(),
    parse_mode: z.enum(['MarkdownV2', 'HTML', 'Markdown']).optional(),
    link_preview_options: LinkPreviews.optional(),
    reply_markup: Keyboard.optional(),
  }),
  sendMessageDraft: parameters('sendMessageDraft', {
    chat_id: z.int(),
    message_thread_id: z.int().positive().optional(),
    draft_id: z.int().refine((id) => id !== 0),
    text: z.string().optional(),
    parse_mode: z.enum(['MarkdownV2', 'HTML', 'Markdown']).optional(),
    entities: z.array(Entity).optional(),
  }),
  sendChatAction: parameters('sendChatAction', {
    chat_id: Chat,
    message_thread_id: z.int().positive().optional(),
    action: z.enum(['typing', 'upload_photo', 'upload_document']),
  }),
  answerCallbackQuery: parameters('answerCallbackQuery', {
    callback_query_id: z.string().min(1),
    text: z.string().max(200).optional(),
    show_alert: z.boolean().optional(),
  }),
  getFile: parameters('getFile', { file_id: z.string().min(1) }),
  setWebhook: parameters('setWebhook', {
    url: z.string(),
    secret_token: z
      .string()
      .regex(/^[\w-]{1,256}$/)
      .optional(),
    allowed_updates: z.array(z.string()).optional(),
    max_connections: z.int().min(1).max(100).optional(),
    drop_pending_updates: z.boolean().optional(),
    ip_address: z.string().optional(),
  }),
  deleteWebhook: parameters('deleteWebhook', { drop_pending_updates: z.boolean().optional() }),
  getWebhookInfo: z.strictObject({}),
}

export type Method = keyof typeof METHODS
export type ArgumentsOf<M extends Method> = z.infer<(typeof METHODS)[M]>
