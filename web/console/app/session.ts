import { queryOptions } from '@tanstack/react-query'
import { request } from '../kit/api.ts'

/** End the web chat's session, which is the Console's too. */
export const signOut = () =>
  request<{ status: boolean; redirect_url?: string }>('/api/v1/auths/signout', { method: 'POST' })

/** What the web chat is called. */
export const siteNameQuery = queryOptions({
  queryKey: ['site-name'],
  queryFn: async ({ signal }) => (await request<{ name: string }>('/api/config', { signal })).name,
  staleTime: Infinity,
})
