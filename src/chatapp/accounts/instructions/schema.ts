import { z } from 'zod'

/** A person's instructions for every agent. */
export const Instructions = z.strictObject({
  text: z.string().trim().max(4000),
  /** Whether they are sent with prompts; stored either way. */
  is_on: z.boolean(),
})
export type Instructions = z.infer<typeof Instructions>
