import { queryOptions } from '@tanstack/react-query'
import { listModelPrompts } from '#chatapp/models/contract.ts'
import { createPrompt, deletePrompt, listPrompts, updatePrompt } from '#chatapp/prompts/contract.ts'
import type { PromptForm } from '#chatapp/prompts/schema.ts'
import { call } from './client.ts'

export const ownPromptsQuery = queryOptions({
  queryKey: ['own-prompts'],
  queryFn: ({ signal }) => call(listPrompts, { signal }),
  staleTime: 30_000,
  retry: false,
})

export const agentPromptsQuery = (id: string) =>
  queryOptions({
    queryKey: ['agent-prompts', id],
    queryFn: async ({ signal }) => (await call(listModelPrompts, { query: { id }, signal })).data,
    staleTime: 30_000,
    retry: false,
  })

export const savePrompt = (id: string | null, body: PromptForm) =>
  id === null ? call(createPrompt, { body }) : call(updatePrompt, { params: { id }, body })

export const removePrompt = (id: string) => call(deletePrompt, { params: { id } })
