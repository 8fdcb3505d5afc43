import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { UnfinishedView } from '#features/people/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { errorText } from '../kit/api.ts'
import { useHubName } from '../access/hubs.tsx'
import { people } from './messages.ts'
import { PermissionName } from '../access/permissions.tsx'
import { useDelete, useGrantAccess, useRole } from './mutations.ts'
import { unfinishedQuery } from './queries.ts'

export function UnfinishedNotices({ subject }: { subject?: string }) {
  const { data } = useQuery(unfinishedQuery)
  const items = (data?.items ?? []).filter((item) => subject === undefined || item.subject === subject)
  return items.map((item) => <UnfinishedNotice key={`${item.kind} ${item.subject}`} item={item} />)
}

function UnfinishedNotice({ item }: { item: UnfinishedView }) {
  const role = useRole()
  const deletion = useDelete()
  const grants = useGrantAccess()
  const failure = deletion.error ?? grants.error
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
      {item.kind === 'create' && <MissingAccess grants={item.grants} />}
      {failure && (
        <p role="alert" className="mt-1 text-danger">
          {errorText(failure)}
        </p>
      )}
    </Notice>
  )
}

function MissingAccess({ grants }: { grants: UnfinishedView['grants'] }) {
  const hubName = useHubName()
  return [...Map.groupBy(grants, ({ hub }) => hub)].map(([hub, items]) => (
    <p key={hub}>
      {hubName(hub)}
      {': '}
      {items.map(({ permission }, index) => (
        <Fragment key={permission}>
          {index > 0 && ', '}
          <PermissionName permission={permission} hub={hub} />
        </Fragment>
      ))}
    </p>
  ))
}
