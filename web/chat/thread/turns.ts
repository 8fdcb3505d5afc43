import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { addVersion, changeChat, readConversation } from '#chatapp/chats/contract.ts'
import { rateAnswer } from '#chatapp/chats/ratings/contract.ts'
import type { AttachedFile, MessageView, Rating, ShownMessage } from '#chatapp/chats/schema.ts'
import { stopAnswer } from '#chatapp/turns/contract.ts'
import type { Revision } from '#chatapp/turns/schema.ts'
import { ApiError } from '../../ui/call.ts'
import { toast } from '../../ui/toast.tsx'
import { call, errorText } from '../api/client.ts'
import { notifyTabs } from '../../ui/tabs.ts'
import { newId, startTurn, type StartTurn } from '../api/turns.ts'
import { withStretch, type ReadConversation, type History } from './conversation.ts'
import { thread as texts } from './messages.ts'
import { changeHistory, chatQuery } from './queries.ts'
import { addMessages, findNewestLeaf, visibleBranch } from './tree.ts'

export const NEW_CHAT = 'new'

export interface TurnPrompt {
  content: string
  files: readonly AttachedFile[]
}

export interface TurnsOptions {
  chatId: string | null
  model: string | undefined
  /** True if a new chat is removed when the person leaves it. */
  isTemporary: boolean
  onCreated(chatId: string): void
}

/** Updates optimistically. A refusal undoes the update. */
export function useTurns({ chatId, model, isTemporary, onCreated }: TurnsOptions) {
  const client = useQueryClient()
  const [starting, setStarting] = useState(false)
  // Memoized messages keep old callbacks. The ref gives these callbacks the current agent.
  const agent = useRef(model)
  agent.current = model
  const key = chatQuery(chatId ?? NEW_CHAT).queryKey
  const read = () => client.getQueryData<ReadConversation>(key)

  async function start(
    parentId: string | null,
    prompt: TurnPrompt | null,
    revision?: StartTurn['revision'],
  ): Promise<boolean> {
    const model = agent.current
    if (!model) return false
    const before = read()
    const user = prompt && newUserMessage(parentId, prompt)
    const answer = newAnswer(user?.id ?? parentId, model)
    const added = user ? [user, answer] : [answer]
    await client.cancelQueries({ queryKey: key })
    client.setQueryData<ReadConversation>(key, withMessages(before ?? emptyChat(), added))
    setStarting(true)
    try {
      const { chat_id } = await startTurn({
        ...turnRequest(chatId, model, parentId, user, answer),
        ...(revision && { revision }),
        ...(isTemporary && !chatId && { temporary: true }),
      })
      if (!chatId) {
        client.setQueryData<ReadConversation>(chatQuery(chat_id).queryKey, { ...read()!, id: chat_id })
        onCreated(chat_id)
        client.removeQueries({ queryKey: key })
      }
      void client.invalidateQueries({ queryKey: ['chats'] })
      notifyTabs()
      return true
    } catch (error) {
      if (before) client.setQueryData<ReadConversation>(key, before)
      else client.removeQueries({ queryKey: key })
      if (chatId) void client.invalidateQueries({ queryKey: key })
      void client.invalidateQueries({ queryKey: ['agents'] }) // loads the agents again, because the chosen agent may be unavailable
      const isLost = error instanceof ApiError && error.code === 'model_not_found'
      toast({ text: `${texts.notSent} ${isLost ? texts.agentLost : errorText(error)}`, failure: true })
      return false
    } finally {
      setStarting(false)
    }
  }

  return {
    starting,
    send: (prompt: TurnPrompt) => start(leafOf(read()), prompt),
    regenerate: (answer: MessageView, revision?: Pick<Revision, 'how' | 'text'>) =>
      start(answer.parentId, null, revision && { ...revision, answer_id: answer.id }),
    edit: (message: MessageView, content: string) =>
      start(message.parentId, { content, files: message.files ?? [] }),

    editAnswer: ({ id }: MessageView, content: string) => storeVersion(client, chatId, id, content),

    async stop(): Promise<void> {
      if (!chatId) return
      try {
        await call(stopAnswer, { params: { id: chatId } })
      } catch (error) {
        toast({ text: `${texts.notStopped} ${errorText(error)}`, failure: true })
      }
    },

    /** Null removes the rating. False if the server refused the change. */
    rate: (message: ShownMessage, rating: Rating | null) => storeRating(client, chatId, message, rating),

    async show(id: string): Promise<void> {
      if (!chatId) return
      try {
        const leaf = await showBranch(client, chatId, id)
        // The server stores the branch for the next visit. A failure needs no message.
        await call(changeChat, { params: { id: chatId }, body: { current_id: leaf } }).catch(() => undefined)
      } catch (error) {
        toast({ text: errorText(error), failure: true })
      }
    },
  }
}

async function storeVersion(
  client: QueryClient,
  chatId: string | null,
  message: string,
  content: string,
): Promise<void> {
  if (!chatId) return
  try {
    await call(addVersion, { params: { id: chatId, message }, body: { content } })
    await client.invalidateQueries({ queryKey: chatQuery(chatId).queryKey })
    notifyTabs()
  } catch (error) {
    toast({ text: errorText(error), failure: true })
  }
}

async function storeRating(
  client: QueryClient,
  chatId: string | null,
  { id, rating: before }: ShownMessage,
  rating: Rating | null,
): Promise<boolean> {
  if (!chatId) return false
  const { queryKey } = chatQuery(chatId)
  const show = (shown: Rating | undefined) =>
    changeHistory(client, chatId, (history) => withRating(history, id, shown))
  show(rating ?? undefined)
  try {
    await call(rateAnswer, { params: { id: chatId, message: id }, body: { rating } })
    // Requests from before the rating would restore the old value.
    await client.cancelQueries({ queryKey })
    show(rating ?? undefined)
    void client.invalidateQueries({ queryKey })
    return true
  } catch (error) {
    show(before)
    toast({ text: errorText(error), failure: true })
    return false
  }
}

function withRating(history: History, id: string, rating: Rating | undefined): History {
  const message = history.messages[id]
  return message ? { ...history, messages: { ...history.messages, [id]: { ...message, rating } } } : history
}

async function showBranch(client: QueryClient, chatId: string, id: string): Promise<string> {
  const { queryKey } = chatQuery(chatId)
  const history = client.getQueryData(queryKey)?.history
  const leaf = history ? findNewestLeaf(history, id) : null
  if (leaf !== null) {
    changeHistory(client, chatId, (known) => ({ ...known, currentId: leaf }))
    return leaf
  }
  const read = await call(readConversation, { params: { id: chatId }, query: { below: id } })
  client.setQueryData<ReadConversation>(queryKey, (known) => withStretch(known, read))
  return read.current_id ?? id
}

export type ThreadTurns = ReturnType<typeof useTurns>

const leafOf = (chat: ReadConversation | undefined): string | null =>
  (chat && visibleBranch(chat.history).at(-1)?.id) ?? null

const newUserMessage = (parentId: string | null, { content, files }: TurnPrompt): ShownMessage => ({
  id: newId(),
  parentId,
  childrenIds: [],
  versions: [],
  role: 'user',
  content,
  files: [...files],
  timestamp: Math.floor(Date.now() / 1000),
  done: true,
  state: 'done',
})

const newAnswer = (parentId: string | null, model: string): ShownMessage => ({
  id: newId(),
  parentId,
  childrenIds: [],
  versions: [],
  role: 'assistant',
  content: '',
  model,
  timestamp: Math.floor(Date.now() / 1000),
  done: false,
  state: 'running',
})

function turnRequest(
  chatId: string | null,
  model: string,
  parentId: string | null,
  user: MessageView | null,
  answer: MessageView,
): StartTurn {
  const userMessage = user && {
    id: user.id,
    content: user.content,
    files: (user.files ?? []).map(({ id }) => ({ id })),
  }
  return { model, chat_id: chatId, id: answer.id, parent_id: parentId, user_message: userMessage }
}

const withMessages = (chat: ReadConversation, added: readonly ShownMessage[]): ReadConversation => ({
  ...chat,
  history: addMessages(chat.history, added),
})

const emptyChat = (): ReadConversation => ({
  id: NEW_CHAT,
  title: '',
  updated_at: 0,
  created_at: 0,
  last_read_at: null,
  snippet: null,
  pinned: false,
  archived: false,
  active: false,
  model: null,
  folder_id: null,
  share_id: null,
  history: { currentId: null, messages: {} },
})
