import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ContactRound, MessagesSquare } from 'lucide-react'
import { Empty } from '../../ui/empty.tsx'
import { HubFilter } from '../access/hubs.tsx'
import { ChoiceFilter, choicesOf, TextFilter } from '../kit/filters.tsx'
import { useListAddress } from '../kit/list-address.ts'
import { ListPage } from '../kit/list.tsx'
import { usePageRange } from '../kit/page-size.ts'
import { surfaces } from '../kit/messages.ts'
import { messagesSearch } from './address.ts'
import { PageFrame, useTitleOf } from '../kit/page.tsx'
import { SpanFilter } from '../kit/span-filter.tsx'
import { useSpan } from '../kit/span.ts'
import { SurfaceSwitch } from '../kit/surface-switch.tsx'
import { Unreached } from '../kit/unreached.tsx'
import { ChannelsButton, ChannelSetUp, isSetUp } from './channel-set-up.tsx'
import { MessageTable } from './message-table.tsx'
import { messaging } from './messages.ts'
import { messagesQuery, useShownHub } from './queries.ts'

export function MessagesPage() {
  const { search, isOfHub, narrow, only } = useListAddress(messagesSearch)
  const { hub: wanted, q, page = 1, channel, state } = search
  const filter = { channel, state, search: q, ...useSpan(search) }
  const { hub, channels: all, unreachable, error } = useShownHub(wanted)
  const query = useQuery(messagesQuery({ hub, ...filter, ...usePageRange(page) }))
  if (all && hub === '')
    return (
      <PageFrame lead={messaging.lead}>
        <Unreached hubs={unreachable} />
        <Empty icon={<MessagesSquare aria-hidden />} title={messaging.noHub}>
          {messaging.noHubText}
        </Empty>
      </PageFrame>
    )
  const channels = all?.filter((one) => one.hub === hub) ?? []
  return (
    <ListPage
      lead={messaging.lead}
      query={{ ...query, error: query.error ?? error }}
      filtered={Object.values(filter).some((value) => value !== undefined)}
      onClear={() => only({ hub: isOfHub ? undefined : wanted })}
      acts={
        <>
          <WhoIsWhoLink hub={wanted} />
          {channels.length > 0 && <ChannelsButton channels={channels} />}
        </>
      }
      notices={
        <>
          {!isOfHub && <Surfaces />}
          <Unreached hubs={unreachable} />
        </>
      }
      filters={
        <>
          <TextFilter
            label={messaging.search}
            value={q}
            onChange={(next) => narrow({ q: next })}
            className="md:w-64"
          />
          <ChoiceFilter
            label={messaging.state}
            value={state}
            choices={choicesOf(messaging.states)}
            onChange={(next) => narrow({ state: next })}
          />
          {isOfHub ? (
            <ChoiceFilter
              label={surfaces.channel}
              value={channel}
              choices={choicesOf(surfaces.channels)}
              onChange={(next) => narrow({ channel: next })}
            />
          ) : (
            <HubFilter value={wanted} onChange={(next) => only({ hub: next })} />
          )}
          <SpanFilter search={search} onChange={narrow} />
        </>
      }
      empty={
        <>
          <Empty icon={<MessagesSquare aria-hidden />} title={messaging.first}>
            {channels.some(isSetUp) ? messaging.firstText : messaging.firstSetUpText}
          </Empty>
          {channels.length > 0 && <ChannelSetUp channels={channels} />}
        </>
      }
    >
      {({ items }) => <MessageTable key={hub} hub={hub} items={items} stale={query.isPlaceholderData} />}
    </ListPage>
  )
}

function Surfaces() {
  const { search, narrow } = useListAddress(messagesSearch)
  const navigate = useNavigate()
  return (
    <SurfaceSwitch
      value={search.channel ?? 'messages'}
      onChange={(next) => {
        if (next === 'webhook') void navigate({ to: '/inbox', search: { hub: search.hub } })
        else narrow({ channel: next === 'messages' ? undefined : next })
      }}
    />
  )
}

const WhoIsWhoLink = ({ hub }: { hub: string | undefined }) => (
  <Link
    to="/who-is-who"
    search={{ hub }}
    className="inline-flex min-h-hit items-center gap-2 text-14 text-accent-text underline-offset-4 hover:underline [&_svg]:size-4"
  >
    <ContactRound aria-hidden />
    {useTitleOf('/who-is-who')}
  </Link>
)
