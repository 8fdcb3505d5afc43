import { z } from 'zod'

export const Instructions = z.strictObject({
  text: z.string().trim().max(4000),
  /** False keeps the text but does not add it to prompts. */
  is_on: z.boolean(),
})
export type Instructions = z.infer<typeof Instructions>
