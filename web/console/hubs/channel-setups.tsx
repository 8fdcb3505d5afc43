import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChannelSetup } from '#features/messaging/setup/schema.ts'
import { CHANNEL_LABELS } from '#ground/hub/channels.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { common, setups } from '../kit/messages.ts'
import { ChangedBy, ReadOnlyNote, UnreadableNote } from '../kit/setup.tsx'
import { ChannelDialog } from './channel-dialog.tsx'
import { channelSetup } from './messages.ts'
import { useRemoveChannelSetup } from './mutations.ts'
import { channelSetupsQuery } from './queries.ts'

interface Asked {
  act: 'change' | 'remove'
  setup: ChannelSetup
}

export function ChannelSetups({ hub }: { hub: string }) {
  const { data } = useQuery(channelSetupsQuery(hub))
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  if (!data) return null
  const isAllowed = data.items.some(({ may_change: mayChange }) => mayChange)
  return (
    <section
      aria-labelledby="channel-setups"
      className="flex flex-col gap-3 rounded-l border border-line bg-raised p-4"
    >
      <header>
        <h2 id="channel-setups" className="font-medium">
          {channelSetup.title}
        </h2>
        <p className="text-13 text-pretty text-muted">{channelSetup.text}</p>
      </header>
      {!isAllowed && <ReadOnlyNote text={setups.off} />}
      <ul className="flex flex-col divide-y divide-line">
        {data.items.map((setup) => (
          <Channel key={setup.channel} setup={setup} onAsk={setAsked} />
        ))}
      </ul>
      {asked?.act === 'change' && <ChannelDialog setup={asked.setup} onClose={close} />}
      {asked?.act === 'remove' && <RemoveChannel setup={asked.setup} onClose={close} />}
    </section>
  )
}

function Channel({ setup, onAsk }: { setup: ChannelSetup; onAsk(asked: Asked): void }) {
  const isSet = setup.fields.every(({ is_set: isFieldSet }) => isFieldSet)
  const mayChange = setup.may_change && setup.is_served && setup.set_by.length === 0
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-2 text-14">
          {CHANNEL_LABELS[setup.channel]}
          <Badge tone={isSet ? 'ok' : 'neutral'}>
            {isSet ? channelSetup.isSetUp : channelSetup.isNotSetUp}
          </Badge>
        </span>
        <ChannelNote setup={setup} />
      </div>
      {mayChange && (
        <span className="flex flex-wrap gap-2">
          <Button onClick={() => onAsk({ act: 'change', setup })}>
            {isSet ? channelSetup.change : channelSetup.setUp}
          </Button>
          {setup.revision !== null && (
            <Button onClick={() => onAsk({ act: 'remove', setup })}>{setups.remove}</Button>
          )}
        </span>
      )}
    </li>
  )
}

function ChannelNote({ setup }: { setup: ChannelSetup }) {
  const { set_by: setBy, may_change: mayChange, is_served: isServed } = setup
  if (setBy.length > 0) return <Note text={setups.setByOperator(setBy.join(', '))} />
  if (!mayChange) return null
  if (!isServed) return <Note text={channelSetup.notServed(setup.option)} />
  if (!setup.is_readable) return <UnreadableNote />
  return <ChangedBy at={setup.changed_at} by={setup.changed_by} />
}

const Note = ({ text }: { text: string }) => <p className="text-12 break-words text-faint">{text}</p>

function RemoveChannel({ setup, onClose }: { setup: ChannelSetup; onClose(): void }) {
  const { mutate, isPending } = useRemoveChannelSetup(setup.hub)
  const { channel, revision } = setup
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={channelSetup.removeTitle(CHANNEL_LABELS[channel])}
      confirmLabel={channelSetup.removeAct}
      cancelLabel={common.cancel}
      busy={isPending}
      onConfirm={() => mutate({ channel, revision: revision ?? '' }, { onSettled: onClose })}
    >
      {channelSetup.removeText}
    </ConfirmDialog>
  )
}
