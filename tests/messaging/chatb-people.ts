import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { signUp, type ConsolePerson } from '../support/console-person.ts'
import type { Update } from '@grammyjs/types'
import type { SentMessage } from './providers/chatb-world.ts'
import { startChatb, type ChatbProvider } from './providers/chatb.ts'
import { startMessagedHub, type MessagedHub, type MessagedHubOptions } from './started-hub.ts'
import { until } from '../support/until.ts'

export interface ChatbPeople {
  provider: ChatbProvider
  hub: MessagedHub
  /** Ana uses the Hub; Ben also manages it. */
  ana: ConsolePerson
  ben: ConsolePerson
  write(who: Writer, where: Place, text: string, more?: object): Promise<number>
  answers(where: Place, since: number, count?: number): Promise<string[]>
  /** Also waits for the messages about waiting calls, which follow the answer. */
  ask(who: Writer, where: Place, text: string, more?: object): Promise<string>
  /** Waits for a message with buttons after the first `since` messages, and returns the newest one. */
  card(where: Place, since: number): Promise<SentMessage>
  press(who: Writer, card: SentMessage, label: string): Promise<Update>
  deliver(update: object): Promise<void>
}

export type Writer = 'ana' | 'ben'
export type Place = 'alone with ana' | 'alone with ben' | 'group' | 'another group'

const IDS = { ana: 4711, ben: 4712 }
const CHATS = { 'alone with ana': 4711, 'alone with ben': 4712, group: -100_4711, 'another group': -100_4712 }
const SECRET = 'a-secret-of-ours'

export async function startChatbPeople(
  t: Pick<TestContext, 'after'>,
  {
    files,
    environment,
  }: Pick<MessagedHubOptions, 'files'> & Partial<Pick<MessagedHubOptions, 'environment'>>,
): Promise<ChatbPeople> {
  const provider = await startChatb()
  t.after(() => provider[Symbol.asyncDispose]())
  const hub = await startMessagedHub(t, {
    roster: ['chatb,4711,ana@example.com,Ana', 'chatb,4712,ben@example.com,Ben'],
    surfaces: ['chat-b'],
    environment: {
      CHATB_WEBHOOK_SECRET: SECRET,
      CHATB_BOT_TOKEN: provider.token,
      CHATB_API_BASE: provider.url,
      SVC_ACCESS: 'console',
      SVC_DEFAULT_USER_ROLE: 'user',
      ...environment,
    },
    files: files ?? {},
  })
  const ben = await signUp(hub.url(), { name: 'Ben', email: 'ben@example.com', password: 'battery staple' })
  const ana = await signUp(hub.url(), { name: 'Ana', email: 'ana@example.com', password: 'correct horse' })
  const { items } = await ben.call('GET', '/portal/api/hubs')
  const grant = (subject: string, permission: string) =>
    ben.call('POST', '/portal/api/access/grant', { subject, hub: items[0].slug, permission })
  await grant('ana@example.com', 'use_hub')
  await grant('ben@example.com', 'pay_bills')

  const deliver = async (update: object) => {
    const url = hub.addressOf('chatb')
    const headers = { 'x-telegram-bot-api-secret-token': SECRET }
    assert.equal((await provider.deliver(update, { url, headers })).status, 200)
  }
  let last = 0
  const write: ChatbPeople['write'] = async (who, where, text, more = {}) => {
    const id = CHATS[where]
    const isGroup = id < 0
    const message = {
      message_id: ++last,
      date: 1_790_000_000 + last,
      chat: isGroup ? { id, type: 'supergroup', title: 'Garden' } : { id, type: 'private', first_name: who },
      from: { id: IDS[who], is_bot: false, first_name: who },
      text,
      ...more,
    }
    await deliver(provider.update({ message: message as never }))
    return last
  }
  const saidIn = (where: Place, since: number) =>
    provider.sent.slice(since).flatMap(({ chat, text }) => (chat === CHATS[where] ? [text] : []))
  const hasCard = (id: string, since: number) =>
    provider.sent.slice(since).some(({ text, buttons }) => buttons.length > 0 && text.includes(id))
  const answers: ChatbPeople['answers'] = async (where, since, count = 1) => {
    await until(() => saidIn(where, since).length >= count)
    return saidIn(where, since)
  }
  return {
    provider,
    hub,
    ana,
    ben,
    write,
    answers,
    deliver,
    async card(where, since) {
      const found = () =>
        provider.sent.slice(since).findLast((one) => one.chat === CHATS[where] && one.buttons.length > 0)
      await until(() => found() !== undefined)
      return found()!
    },
    async press(who, card, label) {
      const update = provider.press(card, label, { id: IDS[who], first_name: who })
      await deliver(update)
      return update
    },
    async ask(who, where, text, more) {
      const since = provider.sent.length
      if (CHATS[where] > 0) await write(who, where, text, more)
      else {
        const named = `@${provider.bot.username} ${text}`
        const length = provider.bot.username.length + 1
        await write(who, where, named, { entities: [{ type: 'mention', offset: 0, length }], ...more })
      }
      const answer = (await answers(where, since)).join('\n')
      await until(() => waitingIn(answer).every((id) => hasCard(id, since)))
      return answer
    },
  }
}

const waitingIn = (answer: string): readonly string[] =>
  answer
    .split('waiting_for_confirmation')
    .slice(1)
    .flatMap((part) => /change-requests\/([0-9a-f-]{36})/.exec(part)?.[1] ?? [])
