import { z } from 'zod'
import { MAX_PROMPT_LENGTH, PromptParts } from '#ground/hub/prompts/schema.ts'

const Name = z.string().trim().min(1).max(100)

/** Times are epoch seconds. */
export const PromptView = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  text: z.string(),
  parts: PromptParts,
  /** Open WebUI's names for `name`, `text` and the owner. */
  command: z.string(),
  content: z.string(),
  user_id: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
})
export type PromptView = z.infer<typeof PromptView>

export const OpenWebuiPrompt = z.object({
  id: z.string(),
  command: z.string(),
  user_id: z.string(),
  name: z.string(),
  content: z.string(),
  tags: z.array(z.never()),
  is_active: z.literal(true),
  access_grants: z.array(z.never()),
  write_access: z.literal(true),
  created_at: z.number(),
  updated_at: z.number(),
})

export const OpenWebuiPage = z.object({ items: z.array(OpenWebuiPrompt), total: z.number() })

export const OpenWebuiListQuery = z.object({
  query: z.string().max(200).default(''),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
})

export const PromptCommand = z.object({ command: z.string().min(1).max(100) })

const Command = Name.transform((command) => command.replace(/^\//, ''))

export const OpenWebuiForm = z.object({
  command: Command,
  name: z.string().trim().max(200).default(''),
  content: z.string().trim().min(1).max(MAX_PROMPT_LENGTH),
})

export const PromptNames = z.object({ command: Command, name: z.string().trim().max(200) })

export const PromptParams = z.object({ id: z.string().min(1).max(100) })

export const PromptForm = z.strictObject({
  name: Name,
  title: z
    .string()
    .trim()
    .max(200)
    .default('')
    .describe('Title in lists; without a title, the name is shown'),
  text: z
    .string()
    .trim()
    .min(1)
    .max(MAX_PROMPT_LENGTH)
    .describe('Text of the prompt; people fill in `{{name}}` and `{{name|default}}` before they send it'),
})
export type PromptForm = z.infer<typeof PromptForm>
