import { z } from 'zod'
import { AgentAbout, ClosedHub } from '#ground/hub/about/schema.ts'
import { HubPrompts } from '#ground/hub/prompts/schema.ts'

const ModelId = z.string().min(1).max(256)
const Blob = z.record(z.string(), z.unknown())

/** Ignores ids and dates, so that clients can send a list of stored grants back. */
export const ModelGrantForm = z
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

const Grants = z.array(ModelGrantForm).max(20_000)

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

const MAX_MODELS_AT_ONCE = 1000

export const ModelsRequest = z.object({ models: z.array(ModelForm).max(MAX_MODELS_AT_ONCE) })

export const ModelAccessForm = z.object({
  id: ModelId,
  name: z.string().min(1).max(256).nullish(),
  access_grants: Grants,
})

export const IdRequest = z.object({ id: ModelId })

/** `refresh=true` queries all connections again; administrators only. */
export const OffersQuery = z.object({ refresh: z.string().optional() })

export const PageQuery = z.object({ page: z.coerce.number().int().min(1).max(1_000_000).default(1) })

const GrantView = z.object({
  id: z.string(),
  resource_type: z.string(),
  resource_id: z.string(),
  principal_type: z.enum(['user', 'group']),
  principal_id: z.string(),
  permission: z.enum(['read', 'write']),
  created_at: z.number(),
})

/** Times are epoch seconds. */
export const RowView = z.object({
  id: z.string(),
  user_id: z.string(),
  base_model_id: z.string().nullable(),
  name: z.string(),
  meta: Blob,
  params: Blob,
  access_grants: z.array(GrantView),
  is_active: z.boolean(),
  updated_at: z.number(),
  created_at: z.number(),
})

export const RowPage = z.object({ items: z.array(RowView), total: z.number() })

export const RowDetail = z.object({ ...RowView.shape, write_access: z.boolean() })

const Preview = z.object({ id: z.string(), name: z.string() })
const PreviewList = z.object({ items: z.array(Preview), total: z.number() })
const NoList = z.object({ items: z.array(z.never()), total: z.literal(0) })
const PREVIEW = { models: PreviewList, knowledge: NoList, tools: NoList }

export const PersonPreview = z.object({ user: Preview, groups: z.array(Preview), ...PREVIEW })
export const GroupPreview = z.object({
  group: Preview,
  permissions: z.record(z.string(), z.unknown()).nullable(),
  ...PREVIEW,
})

const UpstreamEntry = z.looseObject({
  id: z.string(),
  owned_by: z.string().optional().catch(undefined),
  description: z.string().nullish().catch(null),
  suggestions: z.array(z.string()).nullish().catch(null),
})

export const ModelView = z.object({
  id: z.string(),
  name: z.string(),
  object: z.string(),
  created: z.number(),
  owned_by: z.string(),
  openai: UpstreamEntry,
  urlIdx: z.number(),
  connection_type: z.string(),
  away: z
    .object({
      state: z.enum(['starting', 'broken', 'paused', 'unreachable']),
      since: z.string().describe('ISO 8601'),
    })
    .optional(),
  tags: z.array(z.string()),
  actions: z.array(z.string()),
  filters: z.array(z.string()),
  info: z
    .object({
      ...RowView.omit({ params: true }).shape,
      meta: z.looseObject({ description: z.string().nullish().catch(null) }),
    })
    .optional(),
  preset: z.literal(true).optional(),
})

export const ModelParams = z.object({ id: z.string().min(1).max(256) })

export const ModelList = z.object({ object: z.literal('list'), data: z.array(ModelView) })
export type ModelList = z.infer<typeof ModelList>

export const ModelAbout = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  hub: AgentAbout.nullable().describe('Details of the Hub; null for a model that is not a Hub'),
})
export type ModelAbout = z.infer<typeof ModelAbout>

export const ModelPrompts = HubPrompts

export const ClosedModels = z.object({ data: z.array(ClosedHub) })
