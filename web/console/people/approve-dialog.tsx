import { useState, type FormEvent } from 'react'
import type { Me } from '#core/access/schema.ts'
import type { PersonView } from '#features/people/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { errorText, hasCode } from '../kit/api.ts'
import { common } from '../kit/messages.ts'
import { FirstAccess, startingGrants } from './first-access.tsx'
import { people } from './messages.ts'
import { useApprove } from './mutations.ts'

export interface ApproveDialogProps {
  person: Pick<PersonView, 'subject' | 'name'>
  me: Me
  onClose(): void
}

export function ApproveDialog({ person, me, onClose }: ApproveDialogProps) {
  const [grants, setGrants] = useState(() => startingGrants(me))
  const { mutate, error, isPending } = useApprove()
  const isPartial = hasCode(error, 'partial')
  function submit(event: FormEvent) {
    event.preventDefault()
    mutate({ subject: person.subject, grants }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={people.approveTitle(person.name ?? person.subject)}
      description={people.approveText}
      closeLabel={common.close}
      className="max-w-lg"
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        {error && (
          <Notice
            kind={isPartial ? 'attention' : 'failure'}
            {...(isPartial ? { title: people.approvedPartly } : {})}
          >
            {errorText(error)}
          </Notice>
        )}
        <FirstAccess me={me} grants={grants} onChange={setGrants} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" busy={isPending}>
            {isPartial ? people.finish : grants.length > 0 ? people.approveAndGive : people.approveOnly}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
