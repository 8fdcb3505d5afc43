import type { Store } from '#ground/store/store.ts'
import { branchesIn, type Branch } from './branches.ts'
import type { StoredChat } from './chat.ts'
import { withUnsavedEnd, type StoredMessage } from './message.ts'
import { messagesOf } from './messages.ts'
import { aboveAndWith, childrenIn, outlineOf, outlineOfOne, runningIn } from './outline.ts'
import type { ConversationQuery } from './schema.ts'
import { branchTo, childrenOf, findLeaf, versionsIn } from './tree.ts'

export interface ChatBranch {
  chat: StoredChat
  currentId: string | null
  /**
   * First the running answers of other branches, then the messages of the branch that the query selects, oldest
   * first.
   */
  messages: StoredMessage[]
  children: ReadonlyMap<string, readonly string[]>
  versions: ReadonlyMap<string, readonly string[]>
}

export interface ConversationParts {
  store: Pick<Store, 'db'>
  unsaved: { answersOf(chatId: string): ReadonlyMap<string, StoredMessage> }
}

/** Null if the query names a message that the chat lacks. */
export async function readConversation(
  { store: { db }, unsaved }: ConversationParts,
  chat: StoredChat,
  query: ConversationQuery,
): Promise<ChatBranch | null> {
  const ended = unsaved.answersOf(chat.id) // must precede the query, because an answer leaves this map when it is saved
  const ends = await endsOf(db, chat, query)
  if (!ends) return null

  const { currentId, lastId } = ends
  const above = lastId === null ? [] : await aboveAndWith(db, chat.id, lastId, query.limit)
  const stretch = branchTo(above, lastId)
  const elsewhere = (await runningIn(db, chat.id)).filter(
    ({ id }) => !stretch.some((shown) => shown.id === id),
  )
  const read = [...elsewhere, ...stretch]
  const near = await childrenIn(db, chat.id, [...new Set(read.flatMap(({ id, parentId }) => [id, parentId]))])
  const ids = read.map(({ id }) => id)
  const texts = new Map((await messagesOf(db, chat.id, ids)).map((message) => [message.id, message]))
  return {
    chat,
    currentId,
    messages: ids.flatMap((id) => texts.get(id) ?? []).map((message) => withUnsavedEnd(message, ended)),
    children: childrenOf(near),
    versions: versionsIn(near),
  }
}

async function endsOf(
  db: Store['db'],
  chat: StoredChat,
  { before, below }: ConversationQuery,
): Promise<{ currentId: string | null; lastId: string | null } | null> {
  const named = before === undefined ? null : await outlineOfOne(db, chat.id, before)
  if (before !== undefined && !named) return null
  const currentId = below === undefined ? await shownOf(db, chat) : await endBelow(db, chat, below)
  if (below !== undefined && currentId === null) return null
  return { currentId, lastId: named ? named.parentId : currentId }
}

async function endBelow(db: Store['db'], { id }: StoredChat, below: string): Promise<string | null> {
  const outline = await outlineOf(db, id)
  return outline.some((message) => message.id === below) ? findLeaf(childrenOf(outline), below) : null
}

/** Clients may have stored an id that does not exist. */
const shownOf = async (db: Store['db'], { id, currentId }: StoredChat): Promise<string | null> =>
  currentId !== null && (await outlineOfOne(db, id, currentId)) ? currentId : null

const BRANCHES = 300

export interface ShownBranch extends Branch {
  shown: boolean
  first: StoredMessage
}

export async function readBranches(
  { store: { db } }: ConversationParts,
  chat: StoredChat,
): Promise<ShownBranch[]> {
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
