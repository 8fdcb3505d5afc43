import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { KeysApi } from './key.ts'

const QUERY_KEY = ['api-keys']

/** A person's keys, and what they do with them. */
export function useKeys({ list, create, revoke }: KeysApi) {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: QUERY_KEY })
  return {
    known: useQuery({ queryKey: QUERY_KEY, queryFn: ({ signal }) => list(signal) }),
    creation: useMutation({ mutationFn: create, onSuccess }),
    revocation: useMutation({ mutationFn: revoke, onSuccess }),
  }
}

export type Keys = ReturnType<typeof useKeys>
