import { useMutation, useQueryClient } from '@tanstack/react-query'
import { manageHub, unmanageHub } from '#core/access/contract.ts'
import { changeChannelSetup, removeChannelSetup } from '#features/messaging/setup/contract.ts'
import type { BodyOf } from '#ground/api/contract.ts'
import type { ChannelName } from '#ground/hub/channels.ts'
import { syncHubs } from '#features/people/contract.ts'
import { listed } from '../../ui/language.ts'
import { toast } from '../../ui/toast.tsx'
import { afterAct } from '../kit/after-act.ts'
import { call, errorText } from '../kit/api.ts'
import { channelSetup, hubs } from './messages.ts'

export function useManaged(hub: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (managed: boolean) => call(managed ? manageHub : unmanageHub, { params: { hub } }),
    onSuccess({ console_managed, imported }) {
      client.removeQueries({ queryKey: ['access'] })
      client.removeQueries({ queryKey: ['catalog', hub] })
      toast({ text: console_managed ? hubs.managedDone(imported) : hubs.unmanagedDone })
    },
    onError: (error) => toast({ text: errorText(error), failure: true }),
    onSettled: afterAct(() => client.invalidateQueries()),
  })
}

export function useChannelSetup(hub: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({
      channel,
      ...body
    }: { channel: ChannelName } & Omit<BodyOf<typeof changeChannelSetup>, 'hub'>) =>
      call(changeChannelSetup, { params: { channel }, body: { hub, ...body } }),
    onSuccess: () => toast({ text: channelSetup.saved }),
    onSettled: () => client.invalidateQueries(),
  })
}

export function useRemoveChannelSetup(hub: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ channel, revision }: { channel: ChannelName; revision: string }) =>
      call(removeChannelSetup, { params: { channel }, body: { hub, expected_revision: revision } }),
    onError: (error) => toast({ text: errorText(error), failure: true }),
    onSettled: () => client.invalidateQueries(),
  })
}

export function useSync() {
  return useMutation({
    mutationFn: () => call(syncHubs),
    onSuccess: ({ changed, failed }) =>
      failed.length > 0
        ? toast({ text: hubs.syncFailed(listed(failed.map(({ hub }) => hub))), failure: true })
        : toast({ text: hubs.syncDone(changed) }),
    onError: (error) => toast({ text: errorText(error), failure: true }),
  })
}
