import { z } from 'zod'
import { MAX_PROMPT_LENGTH, PromptParts } from '#ground/hub/prompts/schema.ts'

/** `prompts.ts` checks the characters, because its error is easier to understand. */
const Name = z.string().trim().min(1).max(100)

/** Times are epoch seconds. */
export const PromptView = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  text: z.string(),
  /** The text, split at its variables. */
  parts: PromptParts,
  created_at: z.number(),
  updated_at: z.number(),
})
export type PromptView = z.infer<typeof PromptView>

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
