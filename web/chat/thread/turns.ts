import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mergeChat } from '#chatapp/chats/contract.ts'
import type { AttachedFile, ChatView, MessageView } from '#chatapp/chats/schema.ts'
import { stopAnswer } from '#chatapp/turns/contract.ts'
import { toast } from '../../ui/toast.tsx'
import { call, errorText } from '../api/client.ts'
import { tellTabs } from '../api/tabs.ts'
import { newId, startTurn, type Turn } from '../api/turns.ts'
import { thread as texts } from './messages.ts'
import { changeHistory, chatQuery } from './queries.ts'
import { addMessages, leafBelow, versionsOf, visibleBranch } from './tree.ts'

/** The key under which a chat that the server hasn't made yet is known in this tab. */
export const NEW_CHAT = 'new'

export interface Prompt {
  content: string
  files: readonly AttachedFile[]
}

export interface TurnsOptions {
  /** Null: the chat begins with the first prompt. */
  chatId: string | null
  model: string | undefined
  onCreated(chatId: string): void
}

/** What a person does in a conversation. The page shows each act at once and takes it back when the server refuses. */
export function useTurns({ chatId, model, onCreated }: TurnsOptions) {
  const client = useQueryClient()
  const [starting, setStarting] = useState(false)
  const key = chatQuery(chatId ?? NEW_CHAT).queryKey
  const read = () => client.getQueryData<ChatView>(key)

  /** Start a turn; true when the server took it. */
  async function start(parentId: string | null, prompt: Prompt | null): Promise<boolean> {
    if (!model) return false
    const before = read()
    const user = prompt && newUserMessage(parentId, prompt)
    const answer = newAnswer(user?.id ?? parentId, model)
    const added = user ? [user, answer] : [answer]
    await client.cancelQueries({ queryKey: key })
    client.setQueryData<ChatView>(key, withMessages(before ?? emptyChat(), added))
    setStarting(true)
    try {
      const { chat_id } = await startTurn(turnRequest(chatId, model, parentId, user, answer))
      if (!chatId) {
        client.setQueryData<ChatView>(chatQuery(chat_id).queryKey, { ...read()!, id: chat_id })
        onCreated(chat_id)
        client.removeQueries({ queryKey: key })
      }
      void client.invalidateQueries({ queryKey: ['chats'] })
      tellTabs()
      return true
    } catch (error) {
      if (before) client.setQueryData<ChatView>(key, before)
      else client.removeQueries({ queryKey: key })
      if (chatId) void client.invalidateQueries({ queryKey: key })
      void client.invalidateQueries({ queryKey: ['agents'] }) // it may have gone away
      toast({ text: `${texts.notSent} ${errorText(error)}`, failure: true })
      return false
    } finally {
      setStarting(false)
    }
  }

  return {
    /** A request is on its way to the server: it doesn't know the turn yet. */
    starting,
    send: (prompt: Prompt) => start(leafOf(read()), prompt),
    regenerate: (answer: MessageView) => start(answer.parentId, null),
    edit: (message: MessageView, content: string) =>
      start(message.parentId, { content, files: message.files ?? [] }),

    async stop(): Promise<void> {
      if (!chatId) return
      try {
        await call(stopAnswer, { params: { id: chatId } })
      } catch (error) {
        toast({ text: `${texts.notStopped} ${errorText(error)}`, failure: true })
      }
    },

    /** Show the version `by` places before or after this one. */
    async showVersion(message: MessageView, by: 1 | -1): Promise<void> {
      const history = read()?.chat.history
      if (!chatId || !history) return
      const versions = versionsOf(history, message)
      const wanted = versions[versions.findIndex(({ id }) => id === message.id) + by]
      if (!wanted) return
      const currentId = leafBelow(history, wanted.id)
      changeHistory(client, chatId, (history) => ({ ...history, currentId }))
      // The choice is kept by the server for the next visit; not being able to is no reason to disturb.
      const shown = { chat: { history: { currentId, messages: {} } } }
      await call(mergeChat, { params: { id: chatId }, body: shown }).catch(() => undefined)
    },
  }
}

export type Turns = ReturnType<typeof useTurns>

const leafOf = (chat: ChatView | undefined): string | null =>
  (chat && visibleBranch(chat.chat.history).at(-1)?.id) ?? null

const newUserMessage = (parentId: string | null, { content, files }: Prompt): MessageView => ({
  id: newId(),
  parentId,
  childrenIds: [],
  role: 'user',
  content,
  files: [...files],
  timestamp: Math.floor(Date.now() / 1000),
  done: true,
  state: 'done',
})

const newAnswer = (parentId: string | null, model: string): MessageView => ({
  id: newId(),
  parentId,
  childrenIds: [],
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
): Turn {
  const userMessage = user && {
    id: user.id,
    content: user.content,
    files: (user.files ?? []).map(({ id }) => ({ id })),
  }
  return { model, chat_id: chatId, id: answer.id, parent_id: parentId, user_message: userMessage }
}

const withMessages = (chat: ChatView, added: readonly MessageView[]): ChatView => ({
  ...chat,
  chat: { ...chat.chat, history: addMessages(chat.chat.history, added) },
})

const emptyChat = (): ChatView => ({
  id: NEW_CHAT,
  user_id: '',
  title: '',
  chat: { title: '', models: [], history: { currentId: null, messages: {} }, messages: [] },
  updated_at: 0,
  created_at: 0,
  share_id: null,
  archived: false,
  pinned: false,
  meta: {},
  folder_id: null,
})
