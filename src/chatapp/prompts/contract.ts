import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import { PromptForm, PromptParams, PromptView } from './schema.ts'

export const listPrompts = chatRoute('get', '/api/v1/prompts/', {
  level: 'verified',
  summary: 'The caller’s own prompts, by name',
  answer: z.array(PromptView),
})

export const createPrompt = chatRoute('post', '/api/v1/prompts/', {
  refusals: ['prompt_exists', 'prompt_name_invalid', 'prompt_too_many_variables', 'too_many_prompts'],
  level: 'verified',
  summary: 'Create a prompt',
  body: PromptForm,
  answer: PromptView,
})

export const updatePrompt = chatRoute('post', '/api/v1/prompts/:id/update', {
  refusals: ['prompt_exists', 'prompt_missing', 'prompt_name_invalid', 'prompt_too_many_variables'],
  level: 'verified',
  summary: 'Change a prompt',
  params: PromptParams,
  body: PromptForm,
  answer: PromptView,
})

export const deletePrompt = chatRoute('delete', '/api/v1/prompts/:id', {
  refusals: ['prompt_missing'],
  level: 'verified',
  summary: 'Delete a prompt',
  params: PromptParams,
  answer: z.boolean(),
})
