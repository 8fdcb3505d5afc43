import { getRouteApi } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import type { ManagedHub } from '#core/access/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { AccessRequests } from '../access/access-requests.tsx'
import { ORGANIZATION } from '../access/hubs.tsx'
import { OfHub } from '../access/of-hub.tsx'
import { PageFrame, usePageTitle } from '../kit/page.tsx'
import { HubAccess } from './hub-access.tsx'
import { hubs } from './messages.ts'
import { useManaged } from './mutations.ts'

const hubRoute = getRouteApi('/shell/hub/hubs/$slug/access')
const organizationRoute = getRouteApi('/shell/organization')

export function HubAccessPage() {
  const { slug } = hubRoute.useParams()
  return (
    <OfHub slug={slug}>
      {(hub, me) => <AccessOf key={slug} hub={hub} mayMove={me.is_organization_admin} />}
    </OfHub>
  )
}

function AccessOf({ hub, mayMove }: { hub: ManagedHub; mayMove: boolean }) {
  const search = hubRoute.useSearch()
  const navigate = hubRoute.useNavigate()
  return (
    <PageFrame fills>
      <AccessRequests hub={hub.slug} />
      {hub.console_managed ? (
        <HubAccess
          hub={hub.slug}
          label={hubs.accessTo(hub.name)}
          search={search}
          onSearch={(change) =>
            void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) })
          }
        />
      ) : (
        <GroupBased hub={hub} mayMove={mayMove} />
      )}
    </PageFrame>
  )
}

export function OrganizationPage() {
  const search = organizationRoute.useSearch()
  const navigate = organizationRoute.useNavigate()
  const title = usePageTitle()
  return (
    <PageFrame fills lead={hubs.organizationText}>
      <HubAccess
        hub={ORGANIZATION}
        label={hubs.accessTo(title)}
        search={search}
        onSearch={(change) =>
          void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) })
        }
      />
    </PageFrame>
  )
}

function GroupBased({ hub, mayMove }: { hub: ManagedHub; mayMove: boolean }) {
  const move = useManaged(hub.slug)
  return (
    <Empty
      icon={<UsersRound aria-hidden />}
      title={hubs.groupBased}
      action={
        mayMove && (
          <Button look="primary" busy={move.isPending} onClick={() => move.mutate(true)}>
            {hubs.manage}
          </Button>
        )
      }
    >
      {hubs.groupBasedText}
    </Empty>
  )
}
