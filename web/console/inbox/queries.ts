import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import type { QueryOf } from '#ground/api/contract.ts'
import {
  listInboxEndpoints,
  listInboxEvents,
  quarantineInboxEvents,
  readInboxEvent,
  releaseAllEvents,
  releaseInboxEvents,
  replayInboxEvents,
  undoRelease,
  watchInbox,
} from '#core/inbox/contract.ts'
import type { InboxEndpoints } from '#core/inbox/schema.ts'
import { toast } from '../../ui/toast.tsx'
import { afterAct } from '../kit/after-act.ts'
import { call, errorText } from '../kit/api.ts'
import { useLive, type Liveness } from '../../ui/live.ts'
import { inbox } from './messages.ts'

export const endpointsQuery = queryOptions({
  queryKey: ['inbox'],
  queryFn: ({ signal }) => call(listInboxEndpoints, { signal }),
  refetchInterval: 30_000,
})

export const eventsQuery = (filter: QueryOf<typeof listInboxEvents>) =>
  queryOptions({
    queryKey: ['inbox-events', filter.hub, filter],
    queryFn: ({ signal }) => call(listInboxEvents, { query: filter, signal }),
    placeholderData: keepPreviousData,
  })

export const eventQuery = (hub: string, event: string) =>
  queryOptions({
    queryKey: ['inbox-event', hub, event],
    queryFn: ({ signal }) => call(readInboxEvent, { params: { event }, query: { hub }, signal }),
  })

export function useInboxLive(hub: string | null): { liveness: Liveness; arrived: ReadonlySet<string> } {
  const client = useQueryClient()
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set())
  const liveness = useLive(watchInbox, hub === null ? null : { query: { hub } }, 'inbox', (live) => {
    client.setQueryData<InboxEndpoints>(
      endpointsQuery.queryKey,
      (before) =>
        before && {
          ...before,
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

const ACTS = {
  replay: replayInboxEvents,
  release: releaseInboxEvents,
  quarantine: quarantineInboxEvents,
} as const

export function useInboxAct(hub: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ act, events }: { act: keyof typeof ACTS; events: readonly string[] }) =>
      call(ACTS[act], { body: { hub, events: [...events] } }),
    onSuccess: ({ changed }, { act }) =>
      toast({
        text:
          act === 'replay' ? inbox.replayed : act === 'release' ? inbox.released(changed) : inbox.quarantined,
      }),
    onError: (error) => toast({ text: errorText(error), failure: true }),
    onSettled: afterAct(() => lookAgain(client, hub)),
  })
}

const lookAgain = (client: QueryClient, hub: string) =>
  Promise.all(
    [['inbox'], ['inbox-events', hub], ['inbox-event', hub]].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )

export function useReleaseAll(hub: string) {
  const client = useQueryClient()
  const onError = (error: unknown) => toast({ text: errorText(error), failure: true })
  const onSettled = afterAct(() => lookAgain(client, hub))
  const undo = useMutation({
    mutationFn: (release: string) => call(undoRelease, { body: { hub, release } }),
    onSuccess: ({ taken_back, kept }) => toast({ text: inbox.tookBack(taken_back, kept) }),
    onError,
    onSettled,
  })
  const release = useMutation({
    mutationFn: (endpoint: string) => call(releaseAllEvents, { body: { hub, endpoint } }),
    onSuccess: ({ released, release: id }) =>
      toast({
        text: inbox.released(released),
        ...(id !== null && { action: { label: inbox.undoRelease, run: () => undo.mutate(id) } }),
      }),
    onError,
    onSettled,
  })
  return { release, undo }
}
