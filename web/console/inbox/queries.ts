import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { InboxEndpoints, InboxLive } from '#core/inbox/schema.ts'
import { toast } from '../../ui/toast.tsx'
import { errorText } from '../api/client.ts'
import {
  actOnEvents,
  listEvents,
  liveAddress,
  readEndpoints,
  readEvent,
  type InboxAct,
  type InboxFilter,
} from '../api/inbox.ts'
import { useLive, type Liveness } from '../live.ts'
import { inbox } from './messages.ts'

export const endpointsQuery = queryOptions({
  queryKey: ['inbox'],
  queryFn: ({ signal }) => readEndpoints(undefined, signal),
  refetchInterval: 30_000,
})

export const eventsQuery = (filter: InboxFilter) =>
  queryOptions({
    queryKey: ['inbox-events', filter.hub, filter],
    queryFn: ({ signal }) => listEvents(filter, signal),
    placeholderData: keepPreviousData,
  })

export const eventQuery = (hub: string, event: string) =>
  queryOptions({
    queryKey: ['inbox-event', hub, event],
    queryFn: ({ signal }) => readEvent(hub, event, signal),
  })

/** Keep what is shown of a Hub's inbox as it is; says which events came while one looked. */
export function useInboxLive(hub: string | null): { liveness: Liveness; arrived: ReadonlySet<string> } {
  const client = useQueryClient()
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set())
  const liveness = useLive<InboxLive>(hub && liveAddress(hub), 'inbox', (live) => {
    client.setQueryData<InboxEndpoints>(
      endpointsQuery.queryKey,
      (before) =>
        before && {
          items: before.items.map((one) => ({
            ...one,
            counts:
              (one.hub === hub && live.endpoints.find(({ name }) => name === one.name)?.counts) || one.counts,
          })),
        },
    )
    if (live.arrived.length > 0) setArrived(new Set(live.arrived.map(({ event }) => event)))
    void client.invalidateQueries({ queryKey: ['inbox-events', hub] })
    void client.invalidateQueries({ queryKey: ['inbox-event', hub] })
  })
  return { liveness, arrived }
}

export function useInboxAct(hub: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ act, events }: { act: InboxAct; events: readonly string[] }) =>
      actOnEvents({ act, hub, events }),
    onSuccess: ({ changed }, { act }) =>
      toast({
        text:
          act === 'replay' ? inbox.replayed : act === 'release' ? inbox.released(changed) : inbox.quarantined,
      }),
    onError: (error) => toast({ text: errorText(error), failure: true }),
    onSettled: () =>
      Promise.all(
        [['inbox'], ['inbox-events', hub], ['inbox-event', hub]].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
