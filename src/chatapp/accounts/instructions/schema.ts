import { z } from 'zod'

/** Characters. They go with every question. */
export const LONGEST_INSTRUCTIONS = 4000

/** What somebody wants every agent to keep in mind. */
export const Instructions = z.strictObject({
  text: z.string().trim().max(LONGEST_INSTRUCTIONS),
  /** Whether they go with questions; kept either way. */
  is_on: z.boolean(),
})
export type Instructions = z.infer<typeof Instructions>
