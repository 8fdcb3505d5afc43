import { z } from 'zod'
import { cached } from '#ground/base/cached.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { MessageAddress, Channel } from '../../channel.ts'
import { writer } from '../../text/writer.ts'
import { needsUserName } from './addressed.ts'
import { createApi, type Api } from './api.ts'
import { createChatBButtons } from './buttons.ts'
import { createDrafts } from './drafts.ts'
import { locateChatB } from './locate.ts'
import { fetchChatBMedia } from './media.ts'
import { buttonIn, parseChatBTarget } from './names.ts'
import { createChatBPace } from './pace.ts'
import { readChatBUpdate } from './read.ts'
import { sendChatBMessage } from './send.ts'
import { botIdOf, type BotAccount } from './variables.ts'
import type { Markup } from '../../text/markup.ts'

const LIMIT = 4096

/** The provider's MarkdownV2. Source: Bot API, "MarkdownV2 style". */
const MARKDOWN_V2: Markup = {
  text: (plain) => plain.replaceAll(/[_*[\]()~`>#+\-=|{}.!\\]/g, String.raw`\$&`),
  bold: (written) => `*${written}*`,
  italic: (written) => `_${written}_`,
  strike: (written) => `~${written}~`,
  code: (plain) => `\`${inCode(plain)}\``,
  codeBlock: (plain, language) =>
    `\`\`\`${/^[\w+#-]+$/.test(language) ? language : ''}\n${inCode(plain)}\n\`\`\``,
  link: (written, address) => `[${written}](${address.replaceAll(/[)\\]/g, String.raw`\$&`)})`,
  quote: (written) => written.replaceAll(/^/gm, '>'),
  marksWithinWords: true,
}

const inCode = (plain: string): string => plain.replaceAll(/[`\\]/g, String.raw`\$&`)

const write = writer(MARKDOWN_V2, LIMIT)

const NAME_TTL_MS = 60 * 60_000

export function openChatb(account: BotAccount, clock: Clock): Channel {
  const api = createApi(account, clock)
  const pace = createChatBPace(clock)
  const userName = cached({ clock, ms: NAME_TTL_MS }, () => askUserName(api))
  const id = botIdOf(account)
  return {
    async read(body) {
      const bot = { id, userName: needsUserName(body) ? await userName('') : null }
      return readChatBUpdate(body, { bot, at: clock.now() })
    },
    write,
    stream: createDrafts({ api, clock, write }),
    buttons: createChatBButtons({ api, pace }),
    send: (message, signal) => sendChatBMessage({ api, pace }, message, signal),
    fetchMedia: (media, signal) => fetchChatBMedia({ api, account, clock }, media, signal),
    locate: async (to) => locateChatB(to),
    acknowledge: (to, message, signal) => acknowledge(api, to, message, signal),
    [Symbol.asyncDispose]: async () => {},
  }
}

const Me = z.object({ username: z.string().min(1) })

async function askUserName(api: Api): Promise<string> {
  const exchange = await api.call('getMe', {})
  const me = exchange.happened === 'done' ? Me.safeParse(exchange.result).data : undefined
  if (me) return me.username
  const why = exchange.happened === 'refused' ? `${exchange.code} ${exchange.description}` : null
  throw new Error(
    `failed to read the name of the bot of CHATB_BOT_TOKEN: ${why ?? ('reason' in exchange ? exchange.reason : 'the bot has no user name')}`,
  )
}

/** Bots cannot send read receipts, so this shows the typing indicator instead. */
async function acknowledge(
  api: Api,
  to: MessageAddress,
  message: string,
  signal: AbortSignal,
): Promise<void> {
  const place = parseChatBTarget(to.conversation)
  const button = buttonIn(message)
  if (button !== null) await api.call('answerCallbackQuery', { callback_query_id: button }, signal)
  if (place === null) return
  const topic = place.topic === null ? {} : { message_thread_id: place.topic }
  await api.call('sendChatAction', { chat_id: place.chat, ...topic, action: 'typing' }, signal)
}
