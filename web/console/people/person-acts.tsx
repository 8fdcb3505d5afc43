import {
  Ban,
  CircleCheck,
  Fingerprint,
  KeyRound,
  LogOut,
  Mail,
  ShieldCheck,
  ShieldOff,
  Trash2,
  Undo2,
} from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Me } from '#core/access/schema.ts'
import type { PersonView } from '#features/people/schema.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { MenuItem, MenuLine } from '../../ui/menu.tsx'
import { common } from '../kit/messages.ts'
import { invitations } from './invitation-messages.ts'
import { invitationsQuery, MAX_SHOWN_INVITATIONS, useSendReset } from './invitation-queries.ts'
import { people } from './messages.ts'
import { ApproveDialog } from './approve-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { useBlock, useResetFactors, useRole, useSignOut } from './mutations.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { ReleaseDialog } from './release-dialog.tsx'

type Act =
  | 'approve'
  | 'block'
  | 'role'
  | 'password'
  | 'reset-mail'
  | 'sign-out'
  | 'factors'
  | 'identity'
  | 'delete'

interface Asked {
  act: Act
  person: PersonView
}

export interface PersonActs {
  menu(person: PersonView): ReactNode
  dialogs: ReactNode
  approve: ((person: PersonView) => void) | null
}

export function usePersonActs(me: Me, onDeleted?: () => void): PersonActs {
  const [asked, setAsked] = useState<Asked | null>(null)
  const mayAct = ({ subject }: PersonView) => me.is_organization_admin && subject !== me.email
  return {
    menu: (person) =>
      mayAct(person) ? <PersonMenu person={person} onAsk={(act) => setAsked({ act, person })} /> : null,
    dialogs: <ActDialogs asked={asked} me={me} onClose={() => setAsked(null)} onDeleted={onDeleted} />,
    approve: me.is_organization_admin ? (person) => setAsked({ act: 'approve', person }) : null,
  }
}

interface PersonMenuProps {
  person: PersonView
  onAsk(act: Act): void
}

function PersonMenu({ person, onAsk }: PersonMenuProps) {
  const { subject, status } = person
  const block = useBlock()
  const hasAccount = person.role !== null || status === 'pending'
  return (
    <>
      {status === 'pending' && (
        <MenuItem icon={<CircleCheck aria-hidden />} onSelect={() => onAsk('approve')}>
          {people.approveAsk}
        </MenuItem>
      )}
      {hasAccount && status !== 'pending' && (
        <MenuItem
          icon={<ShieldCheck aria-hidden />}
          disabled={person.is_primary}
          onSelect={() => onAsk('role')}
        >
          {person.role === 'admin' ? people.makeUser : people.makeAdmin}
        </MenuItem>
      )}
      {hasAccount && person.sign_in !== 'idp' && (
        <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => onAsk('password')}>
          {people.setPassword}
        </MenuItem>
      )}
      {hasAccount && person.sign_in !== 'idp' && status === 'active' && <ResetMailItem onAsk={onAsk} />}
      {hasAccount && status !== 'blocked' && (
        <MenuItem
          icon={<LogOut aria-hidden />}
          disabled={person.is_primary}
          onSelect={() => onAsk('sign-out')}
        >
          {people.signOut}
        </MenuItem>
      )}
      {hasAccount && person.sign_in !== 'idp' && (
        <MenuItem
          icon={<ShieldOff aria-hidden />}
          disabled={person.is_primary}
          onSelect={() => onAsk('factors')}
        >
          {people.resetFactors}
        </MenuItem>
      )}
      {/* Unlinking an identity is offered for every account, because an account with a password may also have one. */}
      {hasAccount && (
        <MenuItem
          icon={<Fingerprint aria-hidden />}
          disabled={person.is_primary}
          onSelect={() => onAsk('identity')}
        >
          {people.releaseAsk}
        </MenuItem>
      )}
      {status === 'blocked' ? (
        <MenuItem icon={<Undo2 aria-hidden />} onSelect={() => block.mutate({ subject, suspended: false })}>
          {people.unblock}
        </MenuItem>
      ) : (
        <MenuItem icon={<Ban aria-hidden />} onSelect={() => onAsk('block')}>
          {people.block}
        </MenuItem>
      )}
      {hasAccount && (
        <>
          <MenuLine />
          <MenuItem
            danger
            icon={<Trash2 aria-hidden />}
            disabled={person.is_primary}
            onSelect={() => onAsk('delete')}
          >
            {people.delete}
          </MenuItem>
        </>
      )}
    </>
  )
}

/** Shown only if the service can send the mail. */
function ResetMailItem({ onAsk }: Pick<PersonMenuProps, 'onAsk'>) {
  const { data } = useQuery(invitationsQuery(MAX_SHOWN_INVITATIONS))
  if (data?.problem !== null) return null
  return (
    <MenuItem icon={<Mail aria-hidden />} onSelect={() => onAsk('reset-mail')}>
      {invitations.sendReset}
    </MenuItem>
  )
}

interface ActDialogsProps {
  asked: Asked | null
  me: Me
  onClose(): void
  onDeleted?: (() => void) | undefined
}

function ActDialogs({ asked, me, onClose, onDeleted }: ActDialogsProps) {
  const block = useBlock()
  const role = useRole()
  const person = asked?.person
  const name = person?.name ?? person?.subject ?? ''
  const next = person?.role === 'admin' ? 'user' : 'admin'
  return (
    <>
      <ConfirmDialog
        open={asked?.act === 'block'}
        onClose={onClose}
        title={people.blockTitle(name)}
        confirmLabel={people.blockAct(name)}
        cancelLabel={common.cancel}
        busy={block.isPending}
        onConfirm={() => block.mutate({ subject: person!.subject, suspended: true }, { onSettled: onClose })}
      >
        {people.blockText}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked?.act === 'role'}
        onClose={onClose}
        title={next === 'admin' ? people.makeAdminTitle(name) : people.makeUserTitle(name)}
        confirmLabel={next === 'admin' ? people.makeAdmin : people.makeUser}
        cancelLabel={common.cancel}
        busy={role.isPending}
        onConfirm={() => role.mutate({ subject: person!.subject, role: next }, { onSettled: onClose })}
      >
        {next === 'admin' ? people.makeAdminText : people.makeUserText}
      </ConfirmDialog>
      <SecurityDialogs asked={asked} name={name} onClose={onClose} />
      {person && asked.act === 'approve' && <ApproveDialog person={person} me={me} onClose={onClose} />}
      {person && asked.act === 'password' && <PasswordDialog person={person} onClose={onClose} />}
      {person && asked.act === 'identity' && <ReleaseDialog person={person} onClose={onClose} />}
      {person && asked.act === 'delete' && (
        <DeleteDialog person={person} onClose={onClose} {...(onDeleted ? { onDeleted } : {})} />
      )}
    </>
  )
}

function SecurityDialogs({
  asked,
  name,
  onClose,
}: Pick<ActDialogsProps, 'asked' | 'onClose'> & { name: string }) {
  const signOut = useSignOut()
  const reset = useResetFactors()
  const sendReset = useSendReset()
  return (
    <>
      <ConfirmDialog
        open={asked?.act === 'reset-mail'}
        onClose={onClose}
        title={invitations.sendResetTitle(name)}
        confirmLabel={invitations.sendReset}
        cancelLabel={common.cancel}
        busy={sendReset.isPending}
        onConfirm={() => sendReset.mutate(asked!.person.subject, { onSettled: onClose })}
      >
        {invitations.sendResetText}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked?.act === 'sign-out'}
        onClose={onClose}
        title={people.signOutTitle(name)}
        confirmLabel={people.signOut}
        cancelLabel={common.cancel}
        busy={signOut.isPending}
        onConfirm={() => signOut.mutate(asked!.person.subject, { onSettled: onClose })}
      >
        {people.signOutText}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked?.act === 'factors'}
        onClose={onClose}
        title={people.resetFactorsTitle(name)}
        confirmLabel={people.resetFactors}
        cancelLabel={common.cancel}
        busy={reset.isPending}
        onConfirm={() => reset.mutate(asked!.person.subject, { onSettled: onClose })}
      >
        {people.resetFactorsText}
      </ConfirmDialog>
    </>
  )
}
