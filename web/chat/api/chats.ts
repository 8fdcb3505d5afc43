import type { MessageView } from '#chatapp/chats/schema.ts'
import { request } from './client.ts'

/** All messages of a chat as a tree; `currentId` is the leaf of the branch that is shown. */
export interface History {
  currentId: string | null
  messages: Record<string, MessageView>
}

export interface Chat {
  id: string
  title: string
  chat: { title: string; models?: string[]; history: History }
  /** Epoch seconds. */
  created_at: number
  updated_at: number
  pinned?: boolean
  archived?: boolean
}

export interface ChatSummary {
  id: string
  title: string
  created_at: number
  updated_at: number
  pinned?: boolean
  /** An answer is being written. */
  active?: boolean
}

/** Chats in one page of the list. */
export const PAGE_SIZE = 60

export const listChats = (page: number, signal?: AbortSignal) =>
  request<ChatSummary[]>(`/api/v1/chats/list?page=${page}`, { signal })

export const searchChats = (text: string, signal?: AbortSignal) =>
  request<ChatSummary[]>(`/api/v1/chats/search?text=${encodeURIComponent(text)}`, { signal })

export const readChat = (id: string, signal?: AbortSignal) => request<Chat>(address(id), { signal })

export const renameChat = (id: string, title: string) =>
  request<Chat>(address(id), { method: 'POST', body: { chat: { title } } })

/** Choose the branch that is shown, by its leaf. */
export const showBranch = (id: string, currentId: string) =>
  request<Chat>(address(id), { method: 'POST', body: { chat: { history: { currentId, messages: {} } } } })

export const togglePin = (id: string) => request<unknown>(`${address(id)}/pin`, { method: 'POST' })

export const toggleArchive = (id: string) => request<unknown>(`${address(id)}/archive`, { method: 'POST' })

export const deleteChat = (id: string) => request<unknown>(address(id), { method: 'DELETE' })

const address = (id: string) => `/api/v1/chats/${encodeURIComponent(id)}`
