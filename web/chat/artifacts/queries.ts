import { queryOptions } from '@tanstack/react-query'
import { listPublished } from '#features/artifacts/contract.ts'
import { ARTIFACTS } from '../../ui/artifacts/queries.ts'
import { call } from '../api/client.ts'

export const PUBLISHED_FILES = [...ARTIFACTS, 'of-chat'] as const

/** Which files of a chat were published, and how their artifacts stand. */
export const publishedFilesQuery = (hub: string, chatId: string) =>
  queryOptions({
    queryKey: [...PUBLISHED_FILES, hub, chatId],
    queryFn: ({ signal }) => call(listPublished, { query: { hub, chat_id: chatId }, signal }),
    retry: false,
  })
