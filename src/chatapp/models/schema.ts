import { z } from 'zod'

const ModelId = z.string().min(1).max(256)
const Blob = z.record(z.string(), z.unknown())

/** Ids and dates of stored grants are accepted and ignored: a list that was read may be written back. */
export const GrantRequest = z
  .object({
    principal_type: z.enum(['user', 'group']),
    principal_id: z.string().min(1).max(64),
    permission: z.enum(['read', 'write']),
  })
  .transform((grant) => ({
    principalType: grant.principal_type,
    principalId: grant.principal_id,
    permission: grant.permission,
  }))

const Grants = z.array(GrantRequest).max(20_000)

export const ModelForm = z.object({
  id: ModelId,
  base_model_id: ModelId.nullish().transform((id) => id ?? null),
  name: z.string().min(1).max(256),
  meta: Blob.default({}),
  params: Blob.default({}),
  access_grants: Grants.optional(),
  is_active: z.boolean().default(true),
})
export type ModelForm = z.infer<typeof ModelForm>

export const AccessRequest = z.object({
  id: ModelId,
  name: z.string().min(1).max(256).optional(),
  access_grants: Grants,
})

export const IdRequest = z.object({ id: ModelId })
