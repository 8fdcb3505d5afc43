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

/** Replaces the settings with these names. */
export function useClientSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (changed: Record<string, unknown>) => call(updateClientSettings, { body: changed }),
    onSuccess: (_, changed) =>
      client.setQueryData(clientSettingsQuery.queryKey, (before) => ({ ...before, ...changed })),
    onError: (error) => toast({ text: errorText(error), failure: true }),
  })
}
