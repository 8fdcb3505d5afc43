import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import {
  OpenWebuiForm,
  OpenWebuiListQuery,
  OpenWebuiPage,
  OpenWebuiPrompt,
  PromptCommand,
  PromptForm,
  PromptNames,
  PromptParams,
  PromptView,
} from './schema.ts'

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

const openWebui = { level: 'verified', answer: OpenWebuiPrompt } as const
const one = { ...openWebui, params: PromptParams } as const
const DRAFT_REFUSALS = ['prompt_exists', 'prompt_name_invalid', 'prompt_too_many_variables'] as const

export const listPromptTags = chatRoute('get', '/api/v1/prompts/tags', {
  level: 'verified',
  summary: 'Always empty: prompts have no tags',
  answer: z.array(z.string()),
})

export const listOpenWebuiPrompts = chatRoute('get', '/api/v1/prompts/list', {
  level: 'verified',
  summary: 'The caller’s own prompts in Open WebUI’s form, by name, 30 a page',
  query: OpenWebuiListQuery,
  answer: OpenWebuiPage,
})

export const createOpenWebuiPrompt = chatRoute('post', '/api/v1/prompts/create', {
  ...openWebui,
  refusals: [...DRAFT_REFUSALS, 'too_many_prompts'],
  summary: 'Store a prompt in Open WebUI’s form',
  body: OpenWebuiForm,
})

export const readPromptByCommand = chatRoute('get', '/api/v1/prompts/command/:command', {
  ...openWebui,
  refusals: ['prompt_missing'],
  params: PromptCommand,
  summary: 'A prompt by its command',
})

export const readPrompt = chatRoute('get', '/api/v1/prompts/id/:id', {
  ...one,
  refusals: ['prompt_missing'],
  summary: 'A prompt in Open WebUI’s form',
})

export const updateOpenWebuiPrompt = chatRoute('post', '/api/v1/prompts/id/:id/update', {
  ...one,
  refusals: [...DRAFT_REFUSALS, 'prompt_missing'],
  summary: 'Change a prompt in Open WebUI’s form',
  body: OpenWebuiForm,
})

export const renamePrompt = chatRoute('post', '/api/v1/prompts/id/:id/update/meta', {
  ...one,
  refusals: [...DRAFT_REFUSALS, 'prompt_missing'],
  summary: 'Change command and name of a prompt',
  body: PromptNames,
})

export const listPromptVersions = chatRoute('get', '/api/v1/prompts/id/:id/history', {
  refusals: ['prompt_missing'],
  level: 'verified',
  summary: 'Always empty: a prompt has one version',
  params: PromptParams,
  answer: z.array(z.never()),
})

export const deletePromptById = chatRoute('delete', '/api/v1/prompts/id/:id/delete', {
  refusals: ['prompt_missing'],
  level: 'verified',
  summary: 'Delete a prompt, at Open WebUI’s address',
  params: PromptParams,
  answer: z.boolean(),
})
