import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChannelMessageView } from '#features/messaging/schema.ts'
import { CheckField } from '../../ui/check-field.tsx'
import { AboveRow, DataTable, rowLinkClass, type Column } from '../../ui/table.tsx'
import { When } from '../../ui/when.tsx'
import { usePageTitle } from '../kit/page.tsx'
import { messaging, messageFailureReason, senderOf } from './messages.ts'
import { maySendAgain, SendAgain } from './send-again.tsx'
import { useSendAgain } from './queries.ts'
import { MessageStateBadge } from './state-badge.tsx'

interface MessageTableProps {
  hub: string
  items: readonly ChannelMessageView[]
  stale: boolean
}

export function MessageTable({ hub, items, stale }: MessageTableProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const sendAgain = useSendAgain(hub)
  const bad = items.filter(maySendAgain)
  const selected = bad.filter(({ id }) => chosen.has(id))
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)))
  return (
    <>
      {bad.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <CheckField
            label={messaging.chooseAll}
            checked={selected.length === bad.length}
            onChange={(all) => setChosen(new Set(all ? bad.map(({ id }) => id) : []))}
          />
          {selected.length > 0 && (
            <SendAgain
              label={messaging.againCount(selected.length)}
              messages={selected}
              busy={sendAgain.isPending}
              onSend={(ids) => sendAgain.mutate(ids, { onSuccess: () => setChosen(new Set()) })}
            />
          )}
        </div>
      )}
      <DataTable
        label={usePageTitle()}
        stale={stale}
        items={items}
        keyOf={({ id }) => id}
        columns={[
          ...(bad.length > 0
            ? [
                {
                  head: messaging.chosen,
                  quiet: true,
                  className: 'w-10',
                  cell: (message: ChannelMessageView) =>
                    maySendAgain(message) && (
                      <div className="relative z-1 flex [&_label]:sr-only">
                        <CheckField
                          label={messaging.choose(senderOf(message))}
                          checked={chosen.has(message.id)}
                          onChange={(isChosen) => choose(message.id, isChosen)}
                        />
                      </div>
                    ),
                },
              ]
            : []),
          ...columnsOf(hub),
        ]}
      />
    </>
  )
}

const columnsOf = (hub: string): Column<ChannelMessageView>[] => [
  {
    head: messaging.message,
    className: 'w-full max-w-0 min-w-28',
    cell: ({ id, preview, files, ...from }) => (
      <>
        <Link
          to="/messages/$message"
          params={{ message: id }}
          search={{ hub }}
          dir="auto"
          className={`${rowLinkClass} block truncate`}
        >
          <bdi>{preview.trim() || (files > 0 ? messaging.files(files) : messaging.noText)}</bdi>
        </Link>
        <p className="truncate text-12 text-faint @xl:hidden">
          <bdi>{senderOf(from)}</bdi>
        </p>
        {files > 0 && preview.trim() && <span className="text-12 text-faint">{messaging.files(files)}</span>}
      </>
    ),
  },
  {
    head: messaging.sender,
    from: 'xl',
    className: 'max-w-56',
    cell: (message) => <Sender message={message} />,
  },
  {
    head: messaging.state,
    className: 'max-w-64',
    cell: (message) => (
      <>
        <MessageStateBadge state={message.state} />
        {message.reason !== null && (
          <p
            dir="auto"
            className="mt-0.5 truncate text-12 text-faint @max-xl:hidden"
            title={messageFailureReason(message)}
          >
            {messageFailureReason(message)}
          </p>
        )}
      </>
    ),
  },
  {
    head: messaging.channel,
    from: '4xl',
    className: 'whitespace-nowrap text-muted',
    cell: ({ channel }) => messaging.channels[channel],
  },
  {
    head: messaging.received,
    from: '2xl',
    className: 'whitespace-nowrap text-muted',
    cell: ({ received_at }) => (
      <AboveRow>
        <When at={received_at} />
      </AboveRow>
    ),
  },
]

const Sender = ({ message }: { message: ChannelMessageView }) => (
  <>
    <p dir="auto" className="truncate">
      <bdi>{senderOf(message)}</bdi>
    </p>
    <p dir="auto" className="truncate text-12 text-faint">
      {message.email ?? `${messaging.unknown} · ${message.handle}`}
    </p>
  </>
)
