import type { ChatSummary } from '#chatapp/chats/schema.ts'
import { format } from '../../ui/language.ts'
import { chats as texts } from './messages.ts'

export interface ChatGroup {
  title: string
  chats: ChatSummary[]
}

export function groupChats(chats: readonly ChatSummary[], now: Date): ChatGroup[] {
  const groups = new Map<string, ChatSummary[]>([[texts.pinned, []]])
  const newestFirst = [...new Map(chats.map((chat) => [chat.id, chat])).values()].toSorted(
    (a, b) => b.updated_at - a.updated_at,
  )
  for (const chat of newestFirst) {
    const title = chat.pinned ? texts.pinned : dayTitle(new Date(chat.updated_at * 1000), now)
    groups.set(title, [...(groups.get(title) ?? []), chat])
  }
  return [...groups].map(([title, chats]) => ({ title, chats })).filter(({ chats }) => chats.length > 0)
}

function dayTitle(date: Date, now: Date): string {
  const days = daysBetween(date, now)
  if (days <= 0) return texts.today
  if (days === 1) return texts.yesterday
  if (days < 7) return texts.week
  if (days < 30) return texts.month
  return format('month', (tag) => new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric' })).format(
    date,
  )
}

/** Calendar days in the reader's zone. UTC midnights avoid days of 23 or 25 hours. */
function daysBetween(from: Date, to: Date): number {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return Math.round((midnight(to) - midnight(from)) / 86_400_000)
}
