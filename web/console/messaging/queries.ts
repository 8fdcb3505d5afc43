import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryOf } from '#ground/api/contract.ts'
import { listChannels, listMessages, readMessage, sendMessagesAgain } from '#features/messaging/contract.ts'
import type { ChannelMessageView } from '#features/messaging/schema.ts'
import { toast } from '../../ui/toast.tsx'
import { afterAct } from '../kit/after-act.ts'
import { call, errorText } from '../kit/api.ts'
import { messaging } from './messages.ts'

const POLL_INTERVAL_MS = 5000
const REST_MS = 30_000

const UNDER_WAY: ReadonlySet<ChannelMessageView['state']> = new Set(['received', 'answering', 'sending'])

export const channelsQuery = queryOptions({
  queryKey: ['messages', 'channels'],
  queryFn: ({ signal }) => call(listChannels, { signal }),
  refetchInterval: REST_MS,
})

/** `hub` is empty while loading, and if no Hub responds. */
export function useShownHub(wanted: string | undefined) {
  const { data, error } = useQuery(channelsQuery)
  const hub = wanted ?? data?.items[0]?.hub ?? ''
  return {
    hub,
    channels: data?.items,
    unreachable: wanted === undefined ? data?.unreachable : undefined,
    error: hub === '' ? error : null,
  }
}

export const messagesQuery = (filter: QueryOf<typeof listMessages>) =>
  queryOptions({
    queryKey: ['messages', filter.hub, filter],
    queryFn: ({ signal }) => call(listMessages, { query: filter, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: filter.offset ? REST_MS : POLL_INTERVAL_MS,
    enabled: filter.hub !== '',
  })

export const messageQuery = (hub: string, message: string) =>
  queryOptions({
    queryKey: ['messages', hub, message],
    queryFn: ({ signal }) => call(readMessage, { params: { message }, query: { hub }, signal }),
    refetchInterval: ({ state: { data } }) => (data && UNDER_WAY.has(data.state) ? 1000 : REST_MS),
  })

export function useSendAgain(hub: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (messages: readonly string[]) =>
      call(sendMessagesAgain, { body: { hub, messages: [...messages] } }),
    onSuccess: ({ changed }) => toast({ text: messaging.againDone(changed) }),
    onError: (error) => toast({ text: errorText(error), failure: true }),
    onSettled: afterAct(() => client.invalidateQueries({ queryKey: ['messages'] })),
  })
}
