import type { ApiError, UserFromGetMe, WebhookInfo } from '@grammyjs/types'
import { parseMarkdownV2, type ParsedEntity } from './chatb-markdown.ts'
import type { ArgumentsOf, Method } from './chatb-methods.ts'

export type ChatState = 'blocked' | 'kicked' | 'missing' | 'topic-closed' | { migratedTo: number }

export interface SentMessage {
  chat: number
  topic: number | null
  messageId: number
  text: string
  entities: readonly ParsedEntity[]
  parseMode: string | null
  replyTo: number | null
  buttons: readonly Button[]
}

export interface Button {
  text: string
  callback_data: string
}

export interface Draft {
  id: number
  text: string
}

export class Refusal extends Error {
  readonly code: number
  readonly parameters: ApiError['parameters']
  constructor(code: number, description: string, parameters?: ApiError['parameters']) {
    super(description)
    this.code = code
    this.parameters = parameters
  }
}

export function createWorld(token: string) {
  const bot = {
    id: Number(token.split(':')[0]),
    is_bot: true,
    first_name: 'Hub',
    username: 'GardenHubBot',
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
  } as UserFromGetMe
  const sent: SentMessage[] = []
  const chats = new Map<number, ChatState>()
  const known = new Map<number, Set<number>>()
  const drafts = new Map<number, Draft[]>()
  const draftRules: { refusal: Refusal | null } = { refusal: null }
  const files = new Map<string, { path: string; content: Buffer; toldSize: number; contentType: string }>()
  const webhook: WebhookInfo & { secret: string | null } = {
    url: '',
    has_custom_certificate: false,
    pending_update_count: 0,
    secret: null,
  }
  let lastMessage = 1000

  const messagesOf = (chat: number) => {
    if (!known.has(chat)) known.set(chat, new Set())
    return known.get(chat)!
  }

  const methods: { [M in Method]: (parameters: ArgumentsOf<M>) => unknown } = {
    getMe: () => bot,
    sendChatAction: ({ chat_id }) => writable(Number(chat_id)),
    answerCallbackQuery: ({ callback_query_id }) => {
      if (!/^\d+$/.test(callback_query_id))
        throw new Refusal(
          400,
          'Bad Request: query is too old and response timeout expired or query ID is invalid',
        )
      return true
    },
    sendMessage({
      chat_id,
      message_thread_id: topic,
      text,
      parse_mode: parseMode,
      reply_parameters: reply,
      reply_markup: markup,
    }) {
      const chat = Number(chat_id)
      writable(chat)
      const { shown, entities } = parsedText(text, parseMode)
      const isThere = reply !== undefined && messagesOf(chat).has(reply.message_id)
      if (reply && !isThere && !reply.allow_sending_without_reply)
        throw new Refusal(400, 'Bad Request: message to be replied not found')
      const messageId = ++lastMessage
      drafts.delete(chat)
      messagesOf(chat).add(messageId)
      sent.push({
        chat,
        topic: topic ?? null,
        messageId,
        text: shown,
        entities,
        parseMode: parseMode ?? null,
        replyTo: isThere ? reply.message_id : null,
        buttons: buttonsIn(markup),
      })
      return {
        message_id: messageId,
        from: bot,
        chat: { id: chat, type: chat < 0 ? 'supergroup' : 'private' },
        date: Math.floor(Date.now() / 1000),
        text: shown,
      }
    },
    editMessageText({ chat_id, message_id, text, parse_mode: parseMode, reply_markup: markup }) {
      const message = sent.find((one) => one.chat === Number(chat_id) && one.messageId === message_id)
      if (!message) throw new Refusal(400, 'Bad Request: message to edit not found')
      const { shown, entities } = parsedText(text, parseMode)
      const buttons = buttonsIn(markup)
      if (shown === message.text && JSON.stringify(buttons) === JSON.stringify(message.buttons))
        throw new Refusal(
          400,
          'Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
        )
      Object.assign(message, { text: shown, entities, parseMode: parseMode ?? null, buttons })
      return { message_id, chat: { id: message.chat }, date: 1, text: shown }
    },
    sendMessageDraft({ chat_id: chat, draft_id: id, text = '', parse_mode: parseMode }) {
      writable(chat)
      if (draftRules.refusal) throw draftRules.refusal
      if (chat < 0) throw new Refusal(400, 'Bad Request: TEXTDRAFT_PEER_INVALID')
      const parsed = parseMode === 'MarkdownV2' ? parseMarkdownV2(text) : { text, entities: [] }
      if ('error' in parsed) throw new Refusal(400, `Bad Request: can't parse entities: ${parsed.error}`)
      if (parsed.text.trim().length > 4096) throw new Refusal(400, 'Bad Request: message is too long')
      drafts.set(chat, [...(drafts.get(chat) ?? []), { id, text: parsed.text.trim() }])
      return true
    },
    getFile({ file_id }) {
      const file = files.get(file_id)
      if (!file) throw new Refusal(400, 'Bad Request: invalid file_id')
      if (file.toldSize > 20 * 1024 * 1024) throw new Refusal(400, 'Bad Request: file is too big')
      return { file_id, file_unique_id: file_id, file_size: file.toldSize, file_path: file.path }
    },
    setWebhook({ url, secret_token, allowed_updates, max_connections, drop_pending_updates: drop }) {
      if (url !== '' && !url.startsWith('https://'))
        throw new Refusal(400, 'Bad Request: bad webhook: An HTTPS URL must be provided for webhook')
      if (!['', '443', '80', '88', '8443'].includes(url === '' ? '' : new URL(url).port))
        throw new Refusal(
          400,
          'Bad Request: bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443',
        )
      Object.assign(webhook, {
        url,
        secret: secret_token ?? null,
        allowed_updates: allowed_updates ?? webhook.allowed_updates,
        max_connections: max_connections ?? 40,
        ...(drop && { pending_update_count: 0 }),
      })
      return true
    },
    deleteWebhook({ drop_pending_updates: drop }) {
      Object.assign(webhook, { url: '', secret: null, ...(drop && { pending_update_count: 0 }) })
      return true
    },
    getWebhookInfo() {
      const { secret: _, ...info } = webhook
      return info
    },
  }

  const buttonsIn = (markup: ArgumentsOf<'sendMessage'>['reply_markup']): readonly Button[] =>
    markup?.inline_keyboard.flat() ?? []

  function parsedText(text: string, parseMode: string | undefined) {
    if (Buffer.byteLength(text) > 32_768) throw new Refusal(400, 'Bad Request: text is too long')
    const parsed = parseMode === 'MarkdownV2' ? parseMarkdownV2(text) : { text, entities: [] }
    if ('error' in parsed) throw new Refusal(400, `Bad Request: can't parse entities: ${parsed.error}`)
    const shown = parsed.text.trim()
    if (shown === '') throw new Refusal(400, 'Bad Request: message text is empty')
    if (shown.length > 4096) throw new Refusal(400, 'Bad Request: message is too long')
    return { shown, entities: parsed.entities }
  }

  function writable(chat: number): true {
    const state = chats.get(chat)
    if (state === 'blocked') throw new Refusal(403, 'Forbidden: bot was blocked by the user')
    if (state === 'kicked') throw new Refusal(403, 'Forbidden: bot was kicked from the supergroup chat')
    if (state === 'missing') throw new Refusal(400, 'Bad Request: chat not found')
    if (state === 'topic-closed') throw new Refusal(400, 'Bad Request: TOPIC_CLOSED')
    if (state)
      throw new Refusal(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
        migrate_to_chat_id: state.migratedTo,
      })
    return true
  }

  return { bot, sent, drafts, draftRules, chats, messagesOf, files, webhook, methods }
}
