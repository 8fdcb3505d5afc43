import { z } from 'zod'

/** Characters. */
export const MAX_PROMPT_LENGTH = 20_000

/** A place in a prompt that is filled in before it is sent. */
export const PromptVariable = z.object({
  name: z.string(),
  /** Null: it has to be filled in. */
  default: z.string().nullable(),
})
export type PromptVariable = z.infer<typeof PromptVariable>

/** Texts of a prompt and the variables between them, in their order. A variable may be repeated. */
export const PromptParts = z.array(z.union([z.string(), PromptVariable]))
export type PromptParts = z.infer<typeof PromptParts>

/** A prompt that a Hub has for everybody who may use it. */
export const HubPrompt = z.object({
  /** Name to type after a slash. */
  name: z.string(),
  title: z.string(),
  description: z.string(),
  parts: PromptParts,
})
export type HubPrompt = z.infer<typeof HubPrompt>

export const HubPrompts = z.object({ data: z.array(HubPrompt) })
