import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowDownToLine, Inbox, PlugZap, Send } from 'lucide-react'
import { useState } from 'react'
import type { InboxEndpoint, InboxEndpoints, InboxState } from '#core/inbox/schema.ts'
import { Button } from '../../ui/button.tsx'
import { CodeSample } from '../../ui/code-sample.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ChoiceFilter, choicesOf } from '../kit/filters.tsx'
import { HubFilter } from '../access/hubs.tsx'
import { useListAddress } from '../kit/list-address.ts'
import { inboxSearch } from './address.ts'
import { List, ListFailure, ListSkeleton, usePaging } from '../kit/list.tsx'
import { usePageRange } from '../kit/page-size.ts'
import { common } from '../kit/messages.ts'
import { PageFrame } from '../kit/page.tsx'
import { Unreached } from '../kit/unreached.tsx'
import { SurfaceSwitch } from '../kit/surface-switch.tsx'
import { Board } from './board.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { EndpointLine, EndpointNotice } from './endpoint-line.tsx'
import { EndpointNotices } from './endpoint-notices.tsx'
import { EventTable } from './event-table.tsx'
import { inbox } from './messages.ts'
import { presets } from './presets.ts'
import { endpointsQuery, eventsQuery, useInboxLive } from './queries.ts'
import { TestDialog } from './test-dialog.tsx'
import { WaitDialog } from './wait-dialog.tsx'

export function InboxPage() {
  const { search, isOfHub, narrow, only } = useListAddress(inboxSearch)
  const { hub, endpoint: name, state } = search
  const query = useQuery(endpointsQuery)
  const { endpoint, siblings } = chosen(query.data?.items ?? [], { hub, name })
  const [dialog, setDialog] = useState<'connect' | 'test' | 'wait' | null>(null)
  const { liveness, arrived } = useInboxLive(endpoint?.hub ?? null)
  return (
    <PageFrame
      fills
      lead={inbox.lead}
      acts={
        endpoint && (
          <>
            <Button icon={<PlugZap aria-hidden />} onClick={() => setDialog('connect')}>
              {inbox.connect}
            </Button>
            <Button
              icon={<Send aria-hidden className="rtl:-scale-x-100" />}
              disabled={endpoint.state !== 'receiving'}
              onClick={() => setDialog('test')}
            >
              {inbox.test}
            </Button>
            <Button
              icon={<ArrowDownToLine aria-hidden />}
              disabled={endpoint.state !== 'receiving'}
              onClick={() => setDialog('wait')}
            >
              {inbox.wait}
            </Button>
          </>
        )
      }
    >
      {query.error && !query.data ? (
        <ListFailure error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <ListSkeleton />
      ) : !endpoint ? (
        <NoInbox hub={hub} unreachable={query.data.unreachable} />
      ) : (
        <>
          <Unreached hubs={query.data.unreachable} />
          {!isOfHub && <Surfaces hub={hub} />}
          <EndpointNotice {...endpoint} />
          <EndpointLine endpoint={endpoint} liveness={liveness} />
          <EndpointNotices notices={endpoint.notices} />
          <div className="flex flex-wrap items-center gap-2">
            {siblings.length > 1 && (
              <ChoiceFilter
                label={inbox.endpoint}
                value={name}
                choices={siblings.map((one) => [one.name, one.name])}
                onChange={(next) => only({ hub: isOfHub ? undefined : hub, endpoint: next })}
              />
            )}
            <ChoiceFilter
              label={inbox.state}
              value={state}
              choices={choicesOf(inbox.states)}
              onChange={(next) => narrow({ state: next })}
            />
            {!isOfHub && <HubFilter value={hub} onChange={(next) => only({ hub: next })} />}
          </div>
          {state !== undefined ? (
            <EventsOf endpoint={endpoint} state={state} />
          ) : isEmpty(endpoint) ? (
            <FirstDelivery endpoint={endpoint} />
          ) : (
            <Board endpoint={endpoint} arrived={arrived} />
          )}
          {dialog === 'connect' && <ConnectDialog endpoint={endpoint} onClose={() => setDialog(null)} />}
          {dialog === 'test' && <TestDialog endpoint={endpoint} onClose={() => setDialog(null)} />}
          {dialog === 'wait' && <WaitDialog endpoint={endpoint} onClose={() => setDialog(null)} />}
        </>
      )}
    </PageFrame>
  )
}

function Surfaces({ hub }: { hub: string | undefined }) {
  const navigate = useNavigate()
  return (
    <SurfaceSwitch
      value="webhook"
      onChange={(next) => {
        const channel = next === 'webhook' || next === 'messages' ? undefined : next
        void navigate({ to: '/messages', search: { hub, channel } })
      }}
    />
  )
}

function NoInbox({ hub, unreachable }: Pick<InboxEndpoints, 'unreachable'> & { hub: string | undefined }) {
  const { isOfHub, only } = useListAddress(inboxSearch)
  return (
    <>
      <Unreached hubs={unreachable} />
      {!isOfHub && <HubFilter value={hub} onChange={(next) => only({ hub: next })} />}
      <Empty icon={<Inbox aria-hidden />} title={inbox.noHub}>
        {inbox.noHubText}
      </Empty>
    </>
  )
}

function chosen(
  all: readonly InboxEndpoint[],
  { hub, name }: { hub?: string | undefined; name?: string | undefined },
) {
  const first = all.find((one) => hub === undefined || one.hub === hub)
  const siblings = all.filter((one) => one.hub === first?.hub)
  return { endpoint: siblings.find((one) => one.name === name) ?? first, siblings }
}

const isEmpty = ({ counts }: InboxEndpoint): boolean => Object.values(counts).every((count) => count === 0)

function EventsOf({ endpoint: { hub, name }, state }: { endpoint: InboxEndpoint; state: InboxState }) {
  const { isOfHub, only } = useListAddress(inboxSearch)
  const paging = usePaging()
  const query = useQuery(eventsQuery({ hub, endpoint: name, state, ...usePageRange(paging.page) }))
  return (
    <List
      {...paging}
      query={query}
      filtered
      onClear={() => only({ hub: isOfHub ? undefined : hub, endpoint: name })}
      empty={null}
    >
      {({ items }) => <EventTable items={items} stale={query.isPlaceholderData} />}
    </List>
  )
}

function FirstDelivery({ endpoint }: { endpoint: InboxEndpoint }) {
  const curl = presets(endpoint)[0]!
  return (
    <Empty icon={<Inbox aria-hidden />} title={inbox.first}>
      {inbox.firstText}
      <div className="mt-4 w-full max-w-[min(40rem,calc(100vw-5rem))] text-start">
        <CodeSample
          label={inbox.linesFor(curl.name)}
          text={curl.lines}
          copyLabel={common.copy}
          copiedLabel={common.copied}
        />
      </div>
    </Empty>
  )
}
