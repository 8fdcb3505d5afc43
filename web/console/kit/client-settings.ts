import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { readClientSettings, updateClientSettings } from '#chatapp/accounts/own-record/contract.ts'
import { toast } from '../../ui/toast.tsx'
import { call, errorText } from './api.ts'

/** Settings that the web chat stores for the person's clients. */
export const clientSettingsQuery = queryOptions({
  queryKey: ['client-settings'],
  queryFn: async ({ signal }) => (await call(readClientSettings, { signal })) ?? {},
  staleTime: 60_000,
})

type ClientSettings = Record<string, unknown>

/**
 * Replaces settings. If the argument is a function, it receives the stored settings, because another tab may have
 * changed them.
 */
export function useClientSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: ClientSettings | ((stored: ClientSettings) => ClientSettings)) => {
      const changed =
        typeof change === 'function'
          ? change(await client.fetchQuery({ ...clientSettingsQuery, staleTime: 0 }))
          : change
      await call(updateClientSettings, { body: changed })
      return changed
    },
    onSuccess: (changed) =>
      client.setQueryData(clientSettingsQuery.queryKey, (before) => ({ ...before, ...changed })),
    onError: (error) => toast({ text: errorText(error), failure: true }),
  })
}
