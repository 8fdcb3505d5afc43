import { queryOptions } from '@tanstack/react-query'
import { listPublished, publishFromChat } from '#features/artifacts/contract.ts'
import type { ArtifactView } from '#features/artifacts/schema.ts'
import { ARTIFACTS } from '../../ui/artifacts/queries.ts'
import { call, request } from '../api/client.ts'
import type { AnswerSavedFile } from './saved-files.ts'

export const PUBLISHED_FILES = [...ARTIFACTS, 'of-chat'] as const

export const publishedFilesQuery = (hub: string, chatId: string) =>
  queryOptions({
    queryKey: [...PUBLISHED_FILES, hub, chatId],
    queryFn: ({ signal }) => call(listPublished, { query: { hub, chat_id: chatId }, signal }),
    retry: false,
  })

export const publishSaved = (hub: string, { chatId, filename }: AnswerSavedFile, title: string) =>
  call(publishFromChat, { body: { hub, chat_id: chatId, filename, title } })

export const publishText = (hub: string, filename: string, text: string, title: string) =>
  request<ArtifactView>(
    `/portal/artifacts/api/upload?${new URLSearchParams({ hub, filename, title }).toString()}`,
    { method: 'POST', body: text, headers: { 'content-type': 'application/octet-stream' } },
  )
