import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { Me } from '#core/access/schema.ts'
import { approveAccount, listPeople } from '#features/people/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { call, errorText } from '../kit/api.ts'
import { common } from '../kit/messages.ts'
import { FirstAccess, startingGrants } from './first-access.tsx'
import { people } from './messages.ts'

export interface ApproveAllDialogProps {
  count: number
  me: Me
  onClose(): void
}

/** The server's limit per list. If more people wait, the others are not approved. */
const MAX_AT_ONCE = 200

export function ApproveAllDialog({ count, me, onClose }: ApproveAllDialogProps) {
  const client = useQueryClient()
  const [grants, setGrants] = useState(() => startingGrants(me))
  const [approved, setApproved] = useState(0)
  const {
    mutate,
    data: failures = [],
    error,
    isPending,
  } = useMutation({
    mutationFn: async () => {
      const waiting = await call(listPeople, { query: { status: 'pending', limit: MAX_AT_ONCE } })
      const failed: string[] = []
      for (const { subject } of waiting.items)
        await call(approveAccount, { params: { subject }, body: { grants } }).then(
          () => setApproved((before) => before + 1),
          (reason: unknown) => failed.push(`${subject}: ${errorText(reason)}`),
        )
      return failed
    },
    onSuccess: (failed) => {
      if (failed.length > 0) return
      toast({ text: people.approvedAll })
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['people'] }),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    setApproved(0)
    mutate()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={people.approveAllTitle(count)}
      description={people.approveAllText}
      closeLabel={common.close}
      className="max-w-lg"
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        {error && <Notice kind="failure">{errorText(error)}</Notice>}
        {failures.length > 0 && (
          <Notice kind="attention" title={people.approvedSome(approved)}>
            <ul>
              {failures.map((failure) => (
                <li key={failure}>{failure}</li>
              ))}
            </ul>
          </Notice>
        )}
        <FirstAccess me={me} grants={grants} onChange={setGrants} />
        <div className="flex flex-wrap items-center justify-end gap-2">
          {isPending && <span role="status">{people.approvedSome(approved)}</span>}
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" busy={isPending}>
            {grants.length > 0 ? people.approveAndGive : people.approveOnly}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
