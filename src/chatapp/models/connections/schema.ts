import { z } from 'zod'
import { ConnectionConfig, KNOWN } from '#chatapp/accounts/settings/schema.ts'

export const ConnectionFormRequest = z.object({
  ENABLE_OPENAI_API: KNOWN['openai.enable'].default(true),
  OPENAI_API_BASE_URLS: KNOWN['openai.api_base_urls'],
  OPENAI_API_KEYS: KNOWN['openai.api_keys'],
  OPENAI_API_CONFIGS: KNOWN['openai.api_configs'].default({}),
})

/** The keys of `OPENAI_API_CONFIGS` are list positions as text. */
export const ConnectionForm = z.object({
  ENABLE_OPENAI_API: z.boolean(),
  OPENAI_API_BASE_URLS: z.array(z.string()),
  OPENAI_API_KEYS: z.array(z.string()),
  OPENAI_API_CONFIGS: z.record(z.string(), ConnectionConfig),
  BUILT_IN: z.int(),
})
export type ConnectionForm = z.infer<typeof ConnectionForm>

export const VerifyRequest = z.object({
  url: z.url({ protocol: /^https?$/ }).max(2000),
  key: z.string().max(1000).default(''),
  config: ConnectionConfig.nullish(),
})

export const OfferedModels = z.object({
  object: z.string(),
  data: z.array(z.looseObject({ id: z.string() })),
})
