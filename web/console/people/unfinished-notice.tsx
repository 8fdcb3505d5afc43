import { useQuery } from '@tanstack/react-query'
import type { UnfinishedView } from '#people/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { messages } from '../messages.ts'
import { useDelete, useGrantAccess, useRole } from './mutations.ts'
import { unfinishedQuery } from './queries.ts'

const { people } = messages

/** What was left half done by a failure on one side, with the way to finish it. */
export function UnfinishedNotices({ subject }: { subject?: string }) {
  const { data } = useQuery(unfinishedQuery)
  const items = (data?.items ?? []).filter((item) => subject === undefined || item.subject === subject)
  return items.map((item) => <UnfinishedNotice key={`${item.kind} ${item.subject}`} item={item} />)
}

function UnfinishedNotice({ item }: { item: UnfinishedView }) {
  const role = useRole()
  const deletion = useDelete()
  const grants = useGrantAccess()
  function finish() {
    if (item.kind === 'role' && item.role) role.mutate({ subject: item.subject, role: item.role })
    if (item.kind === 'delete') deletion.mutate(item.subject)
    if (item.kind === 'create') grants.mutate({ email: item.subject, grants: item.grants })
  }
  return (
    <Notice
      kind="attention"
      title={people.unfinished(item.subject)}
      actions={
        <Button busy={role.isPending || deletion.isPending || grants.isPending} onClick={finish}>
          {people.finish}
        </Button>
      }
    >
      {item.detail}
    </Notice>
  )
}
