import { z } from 'zod'
import { ChatParams } from '#chatapp/chats/schema.ts'
import { chatRoute } from '#chatapp/http/contract.ts'
import {
  ContentQuery,
  Deleted,
  FileParams,
  FileView,
  PageQuery,
  SavedFileQuery,
  UploadedFile,
} from './schema.ts'

export const uploadFile = chatRoute('post', '/api/v1/files/', {
  refusals: ['file_too_large', 'upload_malformed'],
  summary: 'Upload a file as the part `file` of a multipart form',
  level: 'verified',
  answer: UploadedFile,
})

export const listFiles = chatRoute('get', '/api/v1/files/', {
  summary: 'The caller’s files, page by page',
  level: 'verified',
  query: PageQuery,
  answer: z.array(FileView),
})

const one = { level: 'verified', params: FileParams } as const

export const readFile = chatRoute('get', '/api/v1/files/:id', {
  refusals: ['file_missing'],
  ...one,
  summary: 'Metadata of a file',
  answer: FileView,
})

export const readFileContent = chatRoute('get', '/api/v1/files/:id/content', {
  refusals: ['file_missing'],
  ...one,
  summary: 'Content of a file; `attachment=true` to download it',
  query: ContentQuery,
  raw: 'file',
  answer: z.never(),
})

export const deleteFile = chatRoute('delete', '/api/v1/files/:id', {
  refusals: ['file_missing'],
  ...one,
  summary: 'Delete a file',
  answer: Deleted,
})

export const openSavedFile = chatRoute('get', '/api/v1/saved-files/open', {
  refusals: ['not_authenticated', 'model_not_found', 'model_away', 'agent_unreachable', 'file_missing'],
  summary:
    'Redirect the browser to a file that an agent saved in one of the caller’s chats, with a link that is valid for some minutes',
  level: 'optional',
  query: SavedFileQuery,
  raw: 'redirect',
  answer: z.never(),
})

export const revokeSavedLinks = chatRoute('post', '/api/v1/chats/:id/saved-files/revoke-links', {
  refusals: ['chat_missing', 'model_not_found', 'model_away', 'agent_unreachable'],
  summary: 'Revoke all links to files that agents saved in a chat; later answers contain new links',
  level: 'verified',
  params: ChatParams,
  answer: z.boolean(),
})
