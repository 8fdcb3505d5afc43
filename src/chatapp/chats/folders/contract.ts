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
  FolderChoiceForm,
} from './schema.ts'

export const listFolders = chatRoute('get', '/api/v1/folders/', {
  level: 'verified',
  summary: 'The caller’s chat folders, by name',
  answer: z.array(FolderView),
})

export const createFolder = chatRoute('post', '/api/v1/folders/', {
  refusals: ['folder_exists', 'folder_missing', 'folder_too_deep', 'too_many_folders'],
  level: 'verified',
  summary: 'Create a folder, optionally in another folder',
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
  summary: 'Move a folder into another folder, or to the top level',
  body: ParentForm,
})

export const expandFolder = chatRoute('post', '/api/v1/folders/:id/update/expanded', {
  refusals: ['folder_missing'],
  ...one,
  summary: 'Store whether a folder is expanded in lists',
  body: ExpandedForm,
})

export const deleteFolder = chatRoute('delete', '/api/v1/folders/:id', {
  refusals: ['folder_missing'],
  ...one,
  summary: 'Delete a folder. Its folders move up and its chats stay, unless the request also deletes them',
  query: DeletionQuery,
  answer: z.boolean(),
})

export const moveChatToFolder = chatRoute('post', '/api/v1/chats/:id/folder', {
  refusals: ['chat_missing', 'folder_missing'],
  level: 'verified',
  summary: 'Move a chat into a folder, or out of its folder',
  params: ChatParams,
  body: FolderChoiceForm,
  answer: ChatView,
})
