import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { JourneyView } from '#features/connections/schema.ts'
import {
  beginJourney,
  cancelJourney,
  disconnect,
  listConnections,
  readJourney,
  readStatus,
  startJourney,
} from '../api/connections.ts'

const POLL_MS = 2000

export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => listConnections(signal),
  refetchOnWindowFocus: true,
})

export const journeyQuery = (id: string) =>
  queryOptions({
    queryKey: ['journey', id],
    queryFn: ({ signal }) => readJourney(id, signal),
    refetchOnWindowFocus: true,
  })

/** How a journey stands, asked until it has ended. */
export const statusQuery = (id: string) =>
  queryOptions({
    queryKey: ['journey', id, 'status'],
    queryFn: ({ signal }) => readStatus(id, signal),
    refetchInterval: ({ state: { data } }) => (data && !isOpen(data) ? false : POLL_MS),
  })

export const isOpen = ({ state }: Pick<JourneyView, 'state'>): boolean =>
  state === 'waiting' || state === 'started'

/** Leave for the provider, with a journey of this provider that is open. */
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

/** Begin anew and leave at once: the person has agreed before. */
export const useTryAgain = () =>
  useMutation({
    mutationFn: async (provider: string) => {
      const journey = await beginJourney(provider)
      await startJourney(journey.id)
      window.location.assign(journey.authorize)
    },
  })

export const useBegin = (onBegun: (journey: JourneyView) => void) =>
  useMutation({ mutationFn: beginJourney, onSuccess: onBegun })

export function useCancel(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => cancelJourney(id),
    onSettled: () => client.invalidateQueries({ queryKey: ['journey', id] }),
  })
}

/** @param onEnded `isTold`: the provider does not have to be told by the person themselves. */
export function useDisconnect(onEnded: (isTold: boolean) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: disconnect,
    onSuccess: (answer) => onEnded(answer === true || answer.revoked !== 'failed'),
    onSettled: () => client.invalidateQueries({ queryKey: ['connections'] }),
  })
}
