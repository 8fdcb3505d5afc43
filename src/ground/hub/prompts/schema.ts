import { z } from 'zod'

/** In characters. */
export const MAX_PROMPT_LENGTH = 20_000

export const PromptVariable = z.object({
  name: z.string(),
  /** Null: a value is required. */
  default: z.string().nullable(),
})
export type PromptVariable = z.infer<typeof PromptVariable>

export const PromptParts = z.array(z.union([z.string(), PromptVariable]))
export type PromptParts = z.infer<typeof PromptParts>

export const HubPrompt = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  parts: PromptParts,
})
export type HubPrompt = z.infer<typeof HubPrompt>

export const HubPrompts = z.object({ data: z.array(HubPrompt) })
