import { queryOptions } from '@tanstack/react-query'
import { readSiteConfig } from '#chatapp/accounts/settings/contract.ts'
import { call } from '../kit/api.ts'

/** Name of the web chat. */
export const siteNameQuery = queryOptions({
  queryKey: ['site-name'],
  queryFn: async ({ signal }) => (await call(readSiteConfig, { signal })).name,
  staleTime: Infinity,
})
