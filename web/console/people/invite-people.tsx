import { useQuery } from '@tanstack/react-query'
import { MailPlus } from 'lucide-react'
import { useState } from 'react'
import type { Me } from '#core/access/schema.ts'
import { Button } from '../../ui/button.tsx'
import { invitations } from './invitation-messages.ts'
import { invitationsQuery, MAX_SHOWN_INVITATIONS } from './invitation-queries.ts'
import { InviteDialog } from './invite-dialog.tsx'

/** Open WebUI manages its accounts, so people are not invited there. */
export function useInvitations({ can_create_accounts: mayInvite }: Me) {
  const { data, isPending } = useQuery({ ...invitationsQuery(MAX_SHOWN_INVITATIONS), enabled: mayInvite })
  return {
    /** True while this is unknown, so that the page's head does not move. */
    canInvite: mayInvite && data?.problem !== 'open_webui',
    isLoading: mayInvite && isPending,
  }
}

export function InvitePeople({ me, hub }: { me: Me; hub: string | undefined }) {
  const { data } = useQuery(invitationsQuery(MAX_SHOWN_INVITATIONS))
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button look="primary" icon={<MailPlus aria-hidden />} onClick={() => setIsOpen(true)}>
        {invitations.invite}
      </Button>
      {isOpen && (
        <InviteDialog me={me} hub={hub} problem={data?.problem ?? null} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}
