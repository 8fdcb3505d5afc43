import { z } from 'zod'
import { pageSchema, Paging, Time } from '#ground/api/schema.ts'

export const AccessRequestState = z.enum(['asked', 'given', 'declined'])

export const HubAccessRequestView = z
  .object({
    id: z.string(),
    hub: z.string(),
    email: z.string(),
    name: z.string(),
    note: z.string().describe('Note of the person who requests access; may be empty'),
    state: AccessRequestState,
    asked_at: Time,
    decided_at: Time.nullable(),
    decided_by: z.string().nullable(),
    can_give: z.boolean().describe('True if the caller may give the requested access'),
  })
  .meta({ id: 'AccessRequest' })
export type HubAccessRequestView = z.infer<typeof HubAccessRequestView>

export const AccessRequestPage = pageSchema(HubAccessRequestView).meta({ id: 'AccessRequests' })

export const AccessRequestQuery = z.strictObject({
  hub: z.string().min(1).max(256).optional(),
  state: AccessRequestState.default('asked'),
  ...Paging.shape,
})
export type AccessRequestQuery = z.output<typeof AccessRequestQuery>

export const AccessRequestParams = z.object({ id: z.string().min(1).max(64) })
