import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import { ChatParams, ChatView } from '../schema.ts'
import {
  DeletionQuery,
  ExpandedForm,
  FolderForm,
  FolderParams,
  FolderView,
  NameForm,
  ParentForm,
  PlaceForm,
} from './schema.ts'

export const listFolders = chatRoute('get', '/api/v1/folders/', {
  level: 'verified',
  summary: 'The caller’s folders of chats, by name',
  answer: z.array(FolderView),
})

export const createFolder = chatRoute('post', '/api/v1/folders/', {
  refusals: ['folder_exists', 'folder_missing', 'folder_too_deep', 'too_many_folders'],
  level: 'verified',
  summary: 'Make a folder, in another one or in none',
  body: FolderForm,
  answer: FolderView,
})

const one = { level: 'verified', params: FolderParams, answer: FolderView } as const

export const readFolder = chatRoute('get', '/api/v1/folders/:id', {
  refusals: ['folder_missing'],
  ...one,
  summary: 'A folder',
})

export const renameFolder = chatRoute('post', '/api/v1/folders/:id/update', {
  refusals: ['folder_exists', 'folder_missing'],
  ...one,
  summary: 'Rename a folder',
  body: NameForm,
})

export const moveFolder = chatRoute('post', '/api/v1/folders/:id/update/parent', {
  refusals: ['folder_exists', 'folder_missing', 'folder_too_deep'],
  ...one,
  summary: 'Put a folder into another one, or take it out',
  body: ParentForm,
})

export const expandFolder = chatRoute('post', '/api/v1/folders/:id/update/expanded', {
  refusals: ['folder_missing'],
  ...one,
  summary: 'Keep whether a list shows what is in a folder',
  body: ExpandedForm,
})

export const deleteFolder = chatRoute('delete', '/api/v1/folders/:id', {
  refusals: ['folder_missing'],
  ...one,
  summary: 'Delete a folder. Folders in it move up, and its chats stay, unless they are to go too',
  query: DeletionQuery,
  answer: z.boolean(),
})

export const placeChat = chatRoute('post', '/api/v1/chats/:id/folder', {
  refusals: ['chat_missing', 'folder_missing'],
  level: 'verified',
  summary: 'Put a chat into a folder, or take it out',
  params: ChatParams,
  body: PlaceForm,
  answer: ChatView,
})
