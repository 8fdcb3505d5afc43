import type { Access } from '#core/access/access.ts'
import { USE_HUB } from '#core/access/permission.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { orderedIdOf } from '#ground/base/ids.ts'
import { isChannel, type ChannelName } from '#ground/hub/channels.ts'
import { languageOf, type Language } from '#ground/turn/language/language.ts'
import type { Store } from '#ground/store/store.ts'
import { cutText } from '#ground/base/cut-text.ts'
import type { Decided } from '../calls/call.ts'
import { closeCards } from '../calls/close-cards.ts'
import type { Channel } from '../channel.ts'
import { conversationChat } from './chat-name.ts'
import { noticesIn } from '../notices/notices.ts'
import { onOneLine, quotedLines } from '../text/quoted-text.ts'
import { enqueue } from '../outbox/outbox.ts'

export interface DecidedCall {
  id: string
  email: string
  surface: string
  chatId: string
  summary: string
  decidedAt: EpochMs
  link: string
  outcome: 'done' | 'failed' | 'refused' | 'rejected' | 'expired' | 'stale'
  detail: string
}

export interface CallNoticeDeps {
  store: Store
  hub: string
  clock: Pick<Clock, 'now'>
  channels: ReadonlyMap<ChannelName, Channel>
  access: Pick<Access, 'decide'>
}

/** Idempotent. Replaces the buttons, and sends the outcome. Only the requesting person may see the tool's output, so a group receives a link. */
export async function notifyOfCall(deps: CallNoticeDeps, call: DecidedCall): Promise<void> {
  const { store, hub, clock, channels, access } = deps
  if (!isChannel(call.surface)) return
  const channel = channels.get(call.surface)
  const asked = await findProposingMessage(deps, call)
  if (!channel || !asked) return
  const place = { hub, channel: call.surface, conversation: asked.conversation }
  const closed = { call: call.id, decided: SHOWN[call.outcome], at: call.decidedAt }
  await store.transaction((tx) => closeCards(tx, channel, place, closed, clock.now()))
  const caller = { email: call.email, surface: call.surface, groups: [] }
  if (!(await access.decide(caller, hub, USE_HUB)).allowed) return
  const texts = channel.write(
    wordsOf(call, { isPrivate: asked.kind === 'private', language: languageOf(asked.text) }),
  )
  const id = orderedIdOf(call.decidedAt, `call ${call.id}`)
  await store.transaction(async (tx) => {
    if (await tx.selectFrom('outbox').select('id').where('id', '=', id).executeTakeFirst()) return
    const cause = { cause: 'notice', messageId: asked.message, runId: null } as const
    await enqueue(tx, { id, ...place, replyTo: asked.key, ...cause, texts }, clock.now())
  })
}

const SHOWN: Readonly<Record<DecidedCall['outcome'], Decided>> = {
  done: 'approved',
  failed: 'approved',
  refused: 'approved',
  rejected: 'declined',
  expired: 'expired',
  stale: 'stale',
}

const findProposingMessage = async (
  { store, hub }: CallNoticeDeps,
  { surface, chatId, email }: DecidedCall,
) => {
  const named = conversationChat(chatId)
  return (
    named &&
    (await store.db
      .selectFrom('messages')
      .innerJoin('conversations', (join) =>
        join
          .onRef('conversations.hub', '=', 'messages.hub')
          .onRef('conversations.channel', '=', 'messages.channel')
          .onRef('conversations.id', '=', 'messages.conversation'),
      )
      .select([
        'messages.id as message',
        'messages.key',
        'messages.text',
        'messages.conversation',
        'conversations.kind',
      ])
      .where('messages.hub', '=', hub)
      .where('messages.channel', '=', surface)
      .where('messages.conversation', '=', named.conversation)
      .where('messages.email', '=', email)
      .where('messages.chat', '=', named.number)
      .orderBy('messages.arrival', 'desc')
      .limit(1)
      .executeTakeFirst())
  )
}

/** Maximum characters of the output in a message. The Console shows the whole output. */
const MAX_DETAIL_LENGTH = 2000

function wordsOf(
  { outcome, summary, detail, link }: DecidedCall,
  { isPrivate, language }: { isPrivate: boolean; language: Language },
): string {
  const notices = noticesIn(language)
  const sentence = notices.decided[outcome === 'stale' ? 'refused' : outcome](onOneLine(summary))
  if (detail === '' || outcome === 'rejected' || outcome === 'expired') return sentence
  if (outcome === 'refused' || outcome === 'stale') return `${sentence} ${detail}`
  if (!isPrivate) return `${sentence}\n\n${notices.result(link)}`
  const shown = cutText(detail, MAX_DETAIL_LENGTH)
  const more = shown.length < detail.length ? `\n\n${notices.wholeResult(link)}` : ''
  return `${sentence}\n\n${quotedLines(shown).join('\n')}${more}`
}
