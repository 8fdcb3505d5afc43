import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { declineAccess, giveAccess, listAccessRequests } from '#core/access-requests/contract.ts'
import type { HubAccessRequestView } from '#core/access-requests/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { When } from '../../ui/when.tsx'
import { afterAct } from '../kit/after-act.ts'
import { call, errorText } from '../kit/api.ts'
import { useHubName } from './hubs.tsx'
import { asking as texts } from './messages.ts'

const SHOWN = 3
const POLL_INTERVAL_MS = 30_000

const accessRequestsQuery = (hub: string | undefined) =>
  queryOptions({
    queryKey: ['access-requests', hub],
    queryFn: ({ signal }) => call(listAccessRequests, { query: { hub, limit: '200' }, signal }),
    refetchInterval: POLL_INTERVAL_MS,
  })

export function AccessRequests({ hub }: { hub?: string | undefined }) {
  const { data } = useQuery(accessRequestsQuery(hub))
  const [all, setAll] = useState(false)
  if (!data || data.items.length === 0) return null
  const shown = all ? data.items : data.items.slice(0, SHOWN)
  return (
    <section aria-label={texts.label} className="flex flex-col gap-2">
      {shown.map((request) => (
        <AccessRequest key={request.id} request={request} />
      ))}
      {shown.length < data.items.length && (
        <Button look="link" className="self-start" onClick={() => setAll(true)}>
          {texts.more(data.items.length - shown.length)}
        </Button>
      )}
    </section>
  )
}

function AccessRequest({ request }: { request: HubAccessRequestView }) {
  const { name, email, note, asked_at: askedAt, can_give: canGive } = request
  const hub = useHubName()(request.hub)
  const client = useQueryClient()
  const decide = useMutation({
    mutationFn: (route: typeof giveAccess | typeof declineAccess) =>
      call(route, { params: { id: request.id } }),
    onSuccess: ({ state }) =>
      toast({ text: state === 'given' ? texts.given(name, hub) : texts.declined(name) }),
    onError: (error) => toast({ text: errorText(error), failure: true }),
    onSettled: afterAct(() => client.invalidateQueries()),
  })
  return (
    <Notice
      kind="info"
      actions={
        <>
          <Button
            busy={decide.isPending && decide.variables === giveAccess}
            disabled={!canGive || decide.isPending}
            onClick={() => decide.mutate(giveAccess)}
          >
            {texts.give}
          </Button>
          <Button
            look="quiet"
            busy={decide.isPending && decide.variables === declineAccess}
            disabled={decide.isPending}
            onClick={() => decide.mutate(declineAccess)}
          >
            {texts.decline}
          </Button>
        </>
      }
    >
      <span className="font-medium text-text">{texts.asks(name, hub)}</span> {email} · <When at={askedAt} />
      {note && <q className="mt-1 block text-text">{note}</q>}
      {!canGive && <span className="mt-1 block text-13">{texts.beyond}</span>}
    </Notice>
  )
}
