import { createHash } from 'node:crypto'
import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock } from '#ground/base/clock.ts'
import { createCallLimit } from '#ground/base/rate-limit.ts'
import type { DraftStream, OutgoingText, PreviewOutcome } from '../../channel.ts'
import type { Api, ChatBResult } from './api.ts'
import { isGroup, parseChatBTarget } from './names.ts'
import { isMarkupRefused } from './outcome.ts'

const NEXT_MS = 1000
/** Maximum drafts in all chats together. The provider allows 30 calls a second. */
const DRAFTS = { attempts: 15, windowMs: 1000 }
/** Renewal interval of a draft. The provider shows a draft for 30 seconds. */
const LASTS_MS = 20_000
const NOT_OFFERED_MS = 60 * 60_000
const DEFAULT_RETRY_DELAY_MS = 30_000
const MAX_CHATS = 10_000
const MAX_DRAFT_LENGTH = 10_000

export interface DraftDeps {
  api: Api
  clock: Pick<Clock, 'now'>
  write(markdown: string): readonly OutgoingText[]
}

/** Drafts in chats with one person. Source: Bot API, "sendMessageDraft". */
export function createDrafts({ api, clock, write }: DraftDeps): DraftStream {
  const rests = new BoundedMap<number, number>(MAX_CHATS)
  const drafts = createCallLimit({ clock, ...DRAFTS })

  const rest = (chat: number, ms: number): void => void rests.set(chat, clock.now() + ms)
  const judged = (exchange: ChatBResult, chat: number, id: string): PreviewOutcome => {
    switch (exchange.happened) {
      case 'done':
      case 'broken': // the draft may be visible; the next draft replaces it
        return { outcome: 'shown', id, nextMs: exchange.happened === 'done' ? NEXT_MS : 5 * NEXT_MS }
      case 'unreached':
        return { outcome: 'skipped', nextMs: exchange.retryAfterMs ?? DEFAULT_RETRY_DELAY_MS }
      case 'refused': {
        const isLimit = exchange.code === 429 || exchange.code >= 500
        const restMs = exchange.retryAfterMs ?? DEFAULT_RETRY_DELAY_MS
        rest(chat, isLimit ? restMs : NOT_OFFERED_MS)
        return { outcome: 'skipped', nextMs: isLimit ? restMs : null }
      }
    }
  }

  return {
    leaves: 'nothing',
    lastsMs: LASTS_MS,
    async show({ to, id, markdown }, signal) {
      const place = parseChatBTarget(to.conversation)
      const newest = write(markdown.slice(-MAX_DRAFT_LENGTH)).at(-1)
      if (!place || isGroup(place.chat) || !newest) return { outcome: 'skipped', nextMs: null }
      const restMs = (rests.get(place.chat) ?? 0) - clock.now()
      if (restMs > LASTS_MS) return { outcome: 'skipped', nextMs: null }
      const waitMs = restMs > 0 ? restMs : drafts.consume()
      if (waitMs > 0) return { outcome: 'skipped', nextMs: waitMs }
      const draft = {
        chat_id: place.chat,
        ...(place.topic !== null && { message_thread_id: place.topic }),
        draft_id: draftIdOf(id),
      }
      const marked = { ...draft, text: newest.text, parse_mode: 'MarkdownV2' }
      const exchange = await api.call('sendMessageDraft', marked, signal)
      return judged(
        isMarkupRefused(exchange)
          ? await api.call('sendMessageDraft', { ...draft, text: newest.plain }, signal)
          : exchange,
        place.chat,
        id,
      )
    },
  }
}

/** The provider requires an id other than 0. */
const draftIdOf = (id: string): number =>
  (createHash('sha256').update(id).digest().readUInt32BE() % 0x7f_ff_ff_ff) + 1
