import { z } from 'zod'
import { route } from '#chatapp/http/contract.ts'
import { PromptForm, PromptParams, PromptView } from './schema.ts'

export const listPrompts = route('get', '/api/v1/prompts/', {
  level: 'verified',
  summary: 'The caller’s own prompts, by name',
  answer: z.array(PromptView),
})

export const createPrompt = route('post', '/api/v1/prompts/', {
  level: 'verified',
  summary: 'Keep a prompt',
  body: PromptForm,
  answer: PromptView,
})

export const updatePrompt = route('post', '/api/v1/prompts/:id/update', {
  level: 'verified',
  summary: 'Change a prompt',
  params: PromptParams,
  body: PromptForm,
  answer: PromptView,
})

export const deletePrompt = route('delete', '/api/v1/prompts/:id', {
  level: 'verified',
  summary: 'Delete a prompt',
  params: PromptParams,
  answer: z.boolean(),
})
