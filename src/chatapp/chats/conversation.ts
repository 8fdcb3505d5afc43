import type { Store } from '#ground/store/store.ts'
import { branchesIn, type Branch } from './branches.ts'
import type { Chat } from './chat.ts'
import { asEnded, type Message } from './message.ts'
import { messagesOf, outlineOf } from './messages.ts'
import type { ConversationQuery } from './schema.ts'
import { branchTo, childrenOf, leafBelow, versionsIn } from './tree.ts'

/** A stretch of one branch of a chat, with what is known of the tree around it. */
export interface Conversation {
  chat: Chat
  /** Newest message of the branch; null when nothing is shown. */
  currentId: string | null
  /** Oldest first; before them what is being written on another branch. */
  messages: Message[]
  /** By message id. */
  children: ReadonlyMap<string, readonly string[]>
  versions: ReadonlyMap<string, readonly string[]>
}

export interface ConversationParts {
  store: Pick<Store, 'db'>
  unsaved: { of(chatId: string): ReadonlyMap<string, Message> }
}

/**
 * Read what a person sees of a conversation, the newest part or what stands above a message. The whole tree is looked at
 * without its texts; those are read of the stretch alone.
 *
 * @returns Null when a message that was named is not in the chat.
 */
export async function readConversation(
  { store: { db }, unsaved }: ConversationParts,
  chat: Chat,
  { before, below, limit }: ConversationQuery,
): Promise<Conversation | null> {
  const ended = unsaved.of(chat.id) // before reading: what is saved meanwhile no longer waits afterwards
  const outline = await outlineOf(db, chat.id)
  const known = new Map(outline.map((message) => [message.id, message]))
  if ([before, below].some((id) => id !== undefined && !known.has(id))) return null

  const children = childrenOf(outline)
  const currentId = below === undefined ? shownOf(chat, known) : leafBelow(children, below)
  const last = before === undefined ? currentId : known.get(before)!.parentId
  const stretch = branchTo(outline, last).slice(-limit)
  const elsewhere = outline.filter((message) => message.state === 'running' && !stretch.includes(message))
  const ids = [...elsewhere, ...stretch].map(({ id }) => id)
  const texts = new Map((await messagesOf(db, chat.id, ids)).map((message) => [message.id, message]))
  return {
    chat,
    currentId,
    messages: ids.flatMap((id) => texts.get(id) ?? []).map((message) => asEnded(message, ended)),
    children,
    versions: versionsIn(outline),
  }
}

const shownOf = ({ currentId }: Chat, known: ReadonlyMap<string, unknown>): string | null =>
  currentId !== null && known.has(currentId) ? currentId : null

/** Branches that are told of at most: more make no tree that one can see. */
const BRANCHES = 300

export interface ShownBranch extends Branch {
  /** It is part of what is shown. */
  shown: boolean
  first: Message
}

/** The branches of a chat, with the message that each begins with. */
export async function readBranches({ store: { db } }: ConversationParts, chat: Chat): Promise<ShownBranch[]> {
  const outline = await outlineOf(db, chat.id)
  const shown = new Set(branchTo(outline, chat.currentId).map(({ id }) => id))
  const branches = branchesIn(outline).slice(0, BRANCHES)
  const firsts = await messagesOf(
    db,
    chat.id,
    branches.map(({ id }) => id),
  )
  const byId = new Map(firsts.map((message) => [message.id, message]))
  return branches.flatMap((branch) => {
    const first = byId.get(branch.id)
    return first ? [{ ...branch, shown: shown.has(branch.id), first }] : []
  })
}
