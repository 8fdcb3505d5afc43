import { z } from 'zod'

/** What somebody wants every agent to keep in mind. */
export const Instructions = z.strictObject({
  text: z.string().trim().max(4000),
  /** Whether they go with questions; kept either way. */
  is_on: z.boolean(),
})
export type Instructions = z.infer<typeof Instructions>
