import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { beginJourney, listConnections, readJourney } from '#features/connections/contract.ts'
import type { JourneyView } from '#features/connections/schema.ts'
import { afterAct } from '../kit/after-act.ts'
import { call } from '../kit/api.ts'
import { cancelJourney, disconnect, readStatus, startJourney } from './journeys.ts'

const POLL_MS = 2000

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => call(listConnections, { signal }),
  refetchOnWindowFocus: true,
})

export const journeyQuery = (id: string) =>
  queryOptions({
    queryKey: ['journey', id],
    queryFn: ({ signal }) => call(readJourney, { params: { id }, signal }),
    refetchOnWindowFocus: true,
  })

export const statusQuery = (id: string) =>
  queryOptions({
    queryKey: ['journey', id, 'status'],
    queryFn: ({ signal }) => readStatus(id, signal),
    refetchInterval: ({ state: { data } }) => (data && !isOpen(data) ? false : POLL_MS),
  })

export const isOpen = ({ state }: Pick<JourneyView, 'state'>): boolean =>
  state === 'waiting' || state === 'started'

const begin = (provider: string) => call(beginJourney, { body: { provider } })

export function useLeave() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (journey: JourneyView) => {
      await startJourney(journey.id)
      window.location.assign(journey.authorize)
    },
    onError: () => client.invalidateQueries({ queryKey: ['journey'] }),
  })
}

export const useTryAgain = () =>
  useMutation({
    mutationFn: async (provider: string) => {
      const journey = await begin(provider)
      await startJourney(journey.id)
      window.location.assign(journey.authorize)
    },
  })

export const useBegin = (onBegun: (journey: JourneyView) => void) =>
  useMutation({ mutationFn: begin, onSuccess: onBegun })

export function useCancel(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => cancelJourney(id),
    onSettled: afterAct(() => client.invalidateQueries({ queryKey: ['journey', id] })),
  })
}

/** `isRevoked` is false if the revocation at the provider failed; the person must then revoke the access there. */
export function useDisconnect(onEnded: (isRevoked: boolean) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: disconnect,
    onSuccess: (answer) => onEnded(answer === true || answer.revoked !== 'failed'),
    onSettled: afterAct(() => client.invalidateQueries({ queryKey: ['connections'] })),
  })
}
