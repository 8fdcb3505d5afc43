import { z } from 'zod'
import { route } from '#chatapp/http/contract.ts'
import { ContentQuery, Deleted, FileParams, FileView, PageQuery, UploadedFile } from './schema.ts'

export const uploadFile = route('post', '/api/v1/files/', {
  summary: 'Store the one part `file` of a multipart form',
  level: 'verified',
  answer: UploadedFile,
})

export const listFiles = route('get', '/api/v1/files/', {
  summary: 'The caller’s files, page by page',
  level: 'verified',
  query: PageQuery,
  answer: z.array(FileView),
})

const one = { level: 'verified', params: FileParams } as const

export const readFile = route('get', '/api/v1/files/:id', {
  ...one,
  summary: 'What is known of a file',
  answer: FileView,
})

export const readFileContent = route('get', '/api/v1/files/:id/content', {
  ...one,
  summary: 'Its bytes; `attachment=true` to keep it',
  query: ContentQuery,
  isRaw: true,
  answer: z.never(),
})

export const deleteFile = route('delete', '/api/v1/files/:id', {
  ...one,
  summary: 'Delete a file',
  answer: Deleted,
})
