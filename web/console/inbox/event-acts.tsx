import { Archive, Ellipsis, Redo2, Undo2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { InboxEvent } from '#core/inbox/schema.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { common } from '../kit/messages.ts'
import { inbox } from './messages.ts'
import { useInboxAct } from './queries.ts'

type Event = Pick<InboxEvent, 'hub' | 'event' | 'state' | 'run_status'>

/** Events that a queued or running run has claimed cannot be quarantined. */
const mayQuarantine = ({ state, run_status }: Event): boolean =>
  state === 'pending' || (state === 'claimed' && run_status !== 'queued' && run_status !== 'running')

export function EventMenu({ event }: { event: Event }) {
  const act = useInboxAct(event.hub)
  const [asking, setAsking] = useState(false)
  const events = [event.event]
  return (
    <>
      <Menu
        trigger={
          <IconButton label={inbox.acts(event.event)} disabled={act.isPending}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Redo2 aria-hidden />} onSelect={() => act.mutate({ act: 'replay', events })}>
          {inbox.replay}
        </MenuItem>
        {event.state === 'quarantined' && (
          <MenuItem icon={<Undo2 aria-hidden />} onSelect={() => act.mutate({ act: 'release', events })}>
            {inbox.release}
          </MenuItem>
        )}
        {mayQuarantine(event) && (
          <MenuItem icon={<Archive aria-hidden />} onSelect={() => setAsking(true)}>
            {inbox.quarantine}
          </MenuItem>
        )}
      </Menu>
      {asking && <QuarantineDialog event={event} onClose={() => setAsking(false)} />}
    </>
  )
}

export function EventButtons({ event }: { event: Event }): ReactNode {
  const act = useInboxAct(event.hub)
  const [asking, setAsking] = useState(false)
  const events = [event.event]
  return (
    <>
      {mayQuarantine(event) && (
        <Button icon={<Archive aria-hidden />} onClick={() => setAsking(true)}>
          {inbox.quarantine}
        </Button>
      )}
      {event.state === 'quarantined' && (
        <Button
          look="primary"
          icon={<Undo2 aria-hidden />}
          busy={act.isPending}
          onClick={() => act.mutate({ act: 'release', events })}
        >
          {inbox.release}
        </Button>
      )}
      <Button
        icon={<Redo2 aria-hidden />}
        title={inbox.replayHint}
        busy={act.isPending}
        onClick={() => act.mutate({ act: 'replay', events })}
      >
        {inbox.replay}
      </Button>
      {asking && <QuarantineDialog event={event} onClose={() => setAsking(false)} />}
    </>
  )
}

function QuarantineDialog({ event, onClose }: { event: Event; onClose(): void }) {
  const act = useInboxAct(event.hub)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={inbox.quarantineTitle}
      confirmLabel={inbox.quarantineVerb}
      cancelLabel={common.cancel}
      busy={act.isPending}
      onConfirm={() => act.mutate({ act: 'quarantine', events: [event.event] }, { onSettled: onClose })}
    >
      {inbox.quarantineText}
    </ConfirmDialog>
  )
}
