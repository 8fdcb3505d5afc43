import { Ban, CircleCheck, KeyRound, ShieldCheck, Trash2, Undo2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Me } from '#core/access/schema.ts'
import type { PersonView } from '#features/people/schema.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { MenuItem, MenuLine } from '../../ui/menu.tsx'
import { common } from '../kit/messages.ts'
import { people } from './messages.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { useApprove, useBlock, useRole } from './mutations.ts'
import { PasswordDialog } from './password-dialog.tsx'

type Act = 'block' | 'role' | 'password' | 'delete'

export interface PersonActs {
  /** Entries of a person's menu; null when the viewer may do nothing to them. */
  menu(person: PersonView): ReactNode
  dialogs: ReactNode
}

/** What an organization administrator can do to an account, and the dialogs that ask first. */
export function usePersonActs(
  me: Pick<Me, 'is_organization_admin' | 'email'>,
  onDeleted?: () => void,
): PersonActs {
  const [asked, setAsked] = useState<{ act: Act; person: PersonView } | null>(null)
  const block = useBlock()
  const approve = useApprove()
  const role = useRole()
  const close = () => setAsked(null)
  const mayAct = ({ subject }: PersonView) => me.is_organization_admin && subject !== me.email

  function menu(person: PersonView): ReactNode {
    if (!mayAct(person)) return null
    const { subject, status } = person
    const ask = (act: Act) => () => setAsked({ act, person })
    const hasAccount = person.role !== null || status === 'pending'
    return (
      <>
        {status === 'pending' && (
          <MenuItem icon={<CircleCheck aria-hidden />} onSelect={() => approve.mutate(subject)}>
            {people.approve}
          </MenuItem>
        )}
        {hasAccount && status !== 'pending' && (
          <MenuItem icon={<ShieldCheck aria-hidden />} disabled={person.is_primary} onSelect={ask('role')}>
            {person.role === 'admin' ? people.makeUser : people.makeAdmin}
          </MenuItem>
        )}
        {hasAccount && person.sign_in !== 'idp' && (
          <MenuItem icon={<KeyRound aria-hidden />} onSelect={ask('password')}>
            {people.setPassword}
          </MenuItem>
        )}
        {status === 'blocked' ? (
          <MenuItem icon={<Undo2 aria-hidden />} onSelect={() => block.mutate({ subject, suspended: false })}>
            {people.unblock}
          </MenuItem>
        ) : (
          <MenuItem icon={<Ban aria-hidden />} onSelect={ask('block')}>
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
              onSelect={ask('delete')}
            >
              {people.delete}
            </MenuItem>
          </>
        )}
      </>
    )
  }

  const person = asked?.person
  const name = person?.name ?? person?.subject ?? ''
  const next = person?.role === 'admin' ? 'user' : 'admin'
  const dialogs = (
    <>
      <ConfirmDialog
        open={asked?.act === 'block'}
        onClose={close}
        title={people.blockTitle(name)}
        confirmLabel={people.blockAct(name)}
        cancelLabel={common.cancel}
        busy={block.isPending}
        onConfirm={() => block.mutate({ subject: person!.subject, suspended: true }, { onSettled: close })}
      >
        {people.blockText}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked?.act === 'role'}
        onClose={close}
        title={next === 'admin' ? people.makeAdminTitle(name) : people.makeUserTitle(name)}
        confirmLabel={next === 'admin' ? people.makeAdmin : people.makeUser}
        cancelLabel={common.cancel}
        busy={role.isPending}
        onConfirm={() => role.mutate({ subject: person!.subject, role: next }, { onSettled: close })}
      >
        {next === 'admin' ? people.makeAdminText : people.makeUserText}
      </ConfirmDialog>
      {person && asked.act === 'password' && <PasswordDialog person={person} onClose={close} />}
      {person && asked.act === 'delete' && (
        <DeleteDialog person={person} onClose={close} {...(onDeleted ? { onDeleted } : {})} />
      )}
    </>
  )
  return { menu, dialogs }
}
