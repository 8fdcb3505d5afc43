import { z } from 'zod'
import { ChatParams } from '#chatapp/chats/schema.ts'
import { chatRoute } from '#chatapp/http/contract.ts'
import {
  ContentQuery,
  Deleted,
  FileName,
  FilePage,
  FileParams,
  FileSearchQuery,
  FilesQuery,
  FileStatus,
  FileText,
  FileView,
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
  summary: 'The caller’s files, newest first, 50 a page',
  level: 'verified',
  query: FilesQuery,
  answer: FilePage,
})

export const searchFiles = chatRoute('get', '/api/v1/files/search', {
  refusals: ['file_missing'],
  summary: 'The caller’s files by name, newest first; 404 if none matches',
  level: 'verified',
  query: FileSearchQuery,
  answer: z.array(FileView),
})

export const countFiles = chatRoute('get', '/api/v1/files/count', {
  summary: 'The number of the caller’s files',
  level: 'verified',
  answer: z.number(),
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

export const readFileStatus = chatRoute('get', '/api/v1/files/:id/process/status', {
  refusals: ['file_missing'],
  ...one,
  summary: 'Whether a file can be used: always, because uploads are stored whole',
  answer: FileStatus,
})

export const readFileText = chatRoute('get', '/api/v1/files/:id/data/content', {
  refusals: ['file_missing'],
  ...one,
  summary: 'The text of a file',
  answer: FileText,
})

export const renameFile = chatRoute('post', '/api/v1/files/:id/rename', {
  refusals: ['file_missing'],
  ...one,
  summary: 'Rename a file; chats that show it keep the earlier name',
  body: FileName,
  answer: FileView,
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
