import { z } from 'zod'
import { ServerId } from './entry.ts'

/** `mcp:<id>` in an address, as its id. */
const ConnectionName = z
  .string()
  .max(80)
  .transform((name, context) => {
    const id = ServerId.safeParse(name.startsWith('mcp:') ? name.slice(4) : '')
    if (id.success) return id.data
    context.addIssue({ code: 'custom', message: 'expected mcp:<id>' })
    return z.NEVER
  })

export const NamedConnection = z.object({ name: ConnectionName })
export const PersonId = z.object({ id: z.string().min(1).max(64) })
export const SessionsQuery = z.object({ provider: ConnectionName.optional() })
export const ServerParams = z.object({ server: ServerId })

export const RegisterRequest = z.object({
  url: z.url({ protocol: /^https?$/ }).max(2000),
  client_id: ServerId,
  oauth_server_url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullish(),
  oauth_scope: z.string().max(2000).nullish(),
})
