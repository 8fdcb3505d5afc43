import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock, Ellipsis, Hourglass, MailPlus, Send, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { InvitationView } from '#features/people/invitations/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { When } from '../../ui/when.tsx'
import { common } from '../kit/messages.ts'
import { invitations } from './invitation-messages.ts'
import { invitationsQuery, MAX_SHOWN_INVITATIONS, useInviteAgain, useWithdraw } from './invitation-queries.ts'
import { people } from './messages.ts'

const MAX_LISTED = 200

export function InvitedPeople() {
  const [showsAll, setShowsAll] = useState(false)
  const { data } = useQuery(invitationsQuery(showsAll ? MAX_LISTED : MAX_SHOWN_INVITATIONS))
  const [withdrawing, setWithdrawing] = useState<string | null>(null)
  const withdraw = useWithdraw()
  if (!data || data.total === 0) return null
  return (
    <section
      aria-labelledby="invited-people"
      className="shrink-0 overflow-hidden rounded-l border border-line bg-raised text-14"
    >
      <header className="flex items-center gap-2 bg-sunken px-3 py-2">
        <MailPlus aria-hidden className="size-4 shrink-0 text-muted" />
        <h2 id="invited-people" className="font-medium">
          {invitations.title(data.total)}
        </h2>
        {data.total > data.items.length && !showsAll && (
          <Button look="link" className="ms-auto shrink-0" onClick={() => setShowsAll(true)}>
            {invitations.showAll}
          </Button>
        )}
      </header>
      <ul>
        {data.items.map((item) => (
          <InvitedPerson key={item.email} item={item} onWithdraw={() => setWithdrawing(item.email)} />
        ))}
      </ul>
      <ConfirmDialog
        open={withdrawing !== null}
        onClose={() => setWithdrawing(null)}
        title={invitations.withdrawTitle(withdrawing ?? '')}
        confirmLabel={invitations.withdrawAct}
        cancelLabel={common.cancel}
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate(withdrawing!, { onSettled: () => setWithdrawing(null) })}
      >
        {invitations.withdrawText}
      </ConfirmDialog>
    </section>
  )
}

function InvitedPerson({ item, onWithdraw }: { item: InvitationView; onWithdraw(): void }) {
  const again = useInviteAgain()
  const { email, mail } = item
  return (
    <li className="flex items-center gap-3 border-t border-line px-3 py-2">
      <div className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <bdi className="max-w-full truncate font-medium">{email}</bdi>
          {item.role === 'admin' && <Badge tone="accent">{people.roles.admin}</Badge>}
          <MailBadge item={item} />
        </span>
        <span className="flex flex-wrap gap-x-3 text-12 text-faint">
          <span>
            {invitations.invited} <When at={item.invited_at} /> {invitations.by(item.invited_by)}
          </span>
          {!item.is_expired && (
            <span>
              {invitations.expires} <When at={item.expires_at} />
            </span>
          )}
        </span>
        {mail && mail.state !== 'sent' && mail.reason !== null && (
          <p className="text-12 text-danger">
            <bdi>{mail.reason}</bdi>
            {mail.next_at !== null && (
              <>
                {' · '}
                {invitations.nextTry} <When at={mail.next_at} />
              </>
            )}
          </p>
        )}
      </div>
      <Menu
        trigger={
          <IconButton label={invitations.acts(email)}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<Send aria-hidden />} onSelect={() => again.mutate(email)}>
          {invitations.again}
        </MenuItem>
        <MenuItem danger icon={<Undo2 aria-hidden />} onSelect={onWithdraw}>
          {invitations.withdraw}
        </MenuItem>
      </Menu>
    </li>
  )
}

function MailBadge({ item: { is_expired: isExpired, mail } }: { item: InvitationView }) {
  if (isExpired)
    return (
      <Badge tone="warn" icon={<Hourglass aria-hidden />}>
        {invitations.expired}
      </Badge>
    )
  if (mail === null) return null
  if (mail.state === 'sent')
    return (
      <Badge tone="ok" icon={<CircleCheck aria-hidden />}>
        {invitations.mailSent}
      </Badge>
    )
  if (mail.state === 'failed')
    return (
      <Badge tone="danger" icon={<CircleAlert aria-hidden />}>
        {invitations.mailFailed}
      </Badge>
    )
  return mail.reason === null ? (
    <Badge icon={<Clock aria-hidden />}>{invitations.mailWaiting}</Badge>
  ) : (
    <Badge tone="warn" icon={<Clock aria-hidden />}>
      {invitations.mailRetrying}
    </Badge>
  )
}
