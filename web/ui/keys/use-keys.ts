import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createKey, listKeys, revokeKey } from '#chatapp/accounts/keys/contract.ts'
import type { KeyRequest } from '#chatapp/accounts/keys/schema.ts'
import type { CallRoute } from '../call.ts'

const QUERY_KEY = ['api-keys']

export function useKeys(call: CallRoute) {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: QUERY_KEY })
  return {
    known: useQuery({ queryKey: QUERY_KEY, queryFn: ({ signal }) => call(listKeys, { signal }) }),
    creation: useMutation({ mutationFn: (body: KeyRequest) => call(createKey, { body }), onSuccess }),
    revocation: useMutation({
      mutationFn: (id: string) => call(revokeKey, { params: { id } }),
      onSuccess,
    }),
  }
}

export type Keys = ReturnType<typeof useKeys>
