import { z } from 'zod'
import { accepted, type Result } from '#ground/base/result.ts'
import type { Send } from './http.ts'
import { isUnknownRoute, type ChatappRefusal } from './refusal.ts'

export interface SiteBanner {
  id: string
  type: 'info' | 'warning' | 'error'
  content: string
  /** ISO 8601; null if the banner stays until an administrator removes it. */
  until: string | null
}

export const createSite = (send: Send) => ({
  /** Queries a model server through the web chat, which replaces a masked key by the stored key. */
  async offeredModels(url: string, key: string, id?: string): Promise<Result<string[], ChatappRefusal>> {
    return send({
      method: 'POST',
      path: '/openai/verify',
      body: { url, key, ...(id !== undefined && { config: { id } }) },
      callsUpstream: true,
      answer: Offered,
    })
  },

  async banner(): Promise<Result<SiteBanner | null, ChatappRefusal>> {
    const answer = await send({ path: '/api/v1/configs/banners', answer: Banners })
    return answer.ok ? accepted(answer.value[0] ?? null) : answer
  },

  async setBanner(banner: SiteBanner | null): Promise<Result<SiteBanner | null, ChatappRefusal>> {
    const banners = banner ? [{ ...banner, dismissible: true, timestamp: 0 }] : []
    const answer = await send({
      method: 'POST',
      path: '/api/v1/configs/banners',
      body: { banners },
      answer: Banners,
    })
    return answer.ok ? accepted(answer.value[0] ?? null) : answer
  },

  /** Null: an external web chat does not report these settings. */
  async signIn(): Promise<Result<z.infer<typeof SignIn> | null, ChatappRefusal>> {
    const answer = await send({ path: '/api/v1/configs/sign_in', answer: SignIn })
    return !answer.ok && isUnknownRoute(answer.refusal) ? accepted(null) : answer
  },

  async connectionProviders(): Promise<Result<z.infer<typeof Provider>[], ChatappRefusal>> {
    const answer = await send({ path: '/api/v1/configs/tool_servers', answer: Servers })
    if (!answer.ok) return answer
    return accepted(answer.value.TOOL_SERVER_CONNECTIONS.filter((one) => one !== null))
  },
})

const Offered = z
  .object({ data: z.array(z.object({ id: z.string() })) })
  .transform(({ data }) => data.map(({ id }) => id))

const Banners = z.array(
  z
    .object({
      id: z.string(),
      type: z.string(),
      content: z.string(),
      until: z.string().nullish(),
    })
    .transform(({ id, type, content, until }): SiteBanner => ({
      id,
      type: type === 'warning' || type === 'error' ? type : 'info',
      content,
      until: until ?? null,
    })),
)

const SignIn = z.object({
  takes_passwords: z.boolean(),
  requires_second_factor: z.boolean(),
  providers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      issuer: z.string(),
      client_id: z.string(),
      has_secret: z.boolean(),
      scope: z.string(),
      sign_up: z.boolean().nullable(),
      default_role: z.string().nullable(),
      link: z.boolean(),
      allowed_domains: z.array(z.string()),
      role_claim: z.string().nullable(),
      groups_claim: z.string().nullable(),
      variable: z.string().nullable(),
    }),
  ),
})

const Provider = z.object({
  url: z.string(),
  config: z.object({ enable: z.boolean().nullish(), kind: z.string().nullish() }).nullish(),
  info: z.object({ id: z.string(), name: z.string().nullish() }),
  connections: z.number().nullish(),
  problem: z.string().nullish(),
})

const Servers = z.object({ TOOL_SERVER_CONNECTIONS: z.array(Provider.nullable().catch(null)) })
