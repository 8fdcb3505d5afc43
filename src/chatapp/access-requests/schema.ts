import { z } from 'zod'

const MAX_NOTE_LENGTH = 300

/** Times are epoch seconds. */
export const AccessRequestView = z.object({
  id: z.string().describe('Slug of the requested agent, which may not exist'),
  note: z.string(),
  state: z.enum(['asked', 'given', 'declined']),
  asked_at: z.number(),
  decided_at: z.number().nullable(),
  is_told: z.boolean().describe('True after a page has shown the decision to the caller'),
})
export type AccessRequestView = z.infer<typeof AccessRequestView>

export const AccessRequestForm = z.strictObject({
  id: z.string().trim().min(1).max(256),
  note: z.string().trim().max(MAX_NOTE_LENGTH).default(''),
})
