import { getRouteApi } from '@tanstack/react-router'
import { Ellipsis, UsersRound } from 'lucide-react'
import { useState } from 'react'
import type { ManagedHub } from '#core/access/schema.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Empty } from '../../ui/empty.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { AccessRequests } from '../access/access-requests.tsx'
import { HubProblems } from '../access/hub-problems.tsx'
import { ORGANIZATION } from '../access/hubs.tsx'
import { hubs as words } from '../access/messages.ts'
import { OfHub } from '../access/of-hub.tsx'
import { BackLink } from '../kit/back-link.tsx'
import { BudgetsLink } from '../budgets/budgets-link.tsx'
import { FilesLink } from '../files/files-link.tsx'
import { RatingsLink } from '../ratings/ratings-link.tsx'
import { hubs } from './messages.ts'
import { common } from '../kit/messages.ts'
import { PageFrame, usePageTitle, useTitleOf } from '../kit/page.tsx'
import { HubAccess } from './hub-access.tsx'
import { ManagedBadge } from './hubs-page.tsx'
import { useManaged } from './mutations.ts'

const hubRoute = getRouteApi('/shell/hubs/$slug')
const organizationRoute = getRouteApi('/shell/organization')

export function HubPage() {
  const { slug } = hubRoute.useParams()
  return (
    <OfHub slug={slug} title={slug} above={<BackToHubs />}>
      {(hub, me) => <HubOverview hub={hub} isOrganizationAdmin={me.is_organization_admin} />}
    </OfHub>
  )
}

function HubOverview({ hub, isOrganizationAdmin }: { hub: ManagedHub; isOrganizationAdmin: boolean }) {
  const { slug } = hub
  const search = hubRoute.useSearch()
  const navigate = hubRoute.useNavigate()
  return (
    <PageFrame
      fills
      title={hub.name}
      above={<BackToHubs />}
      lead={hub.description}
      count={hub.slug}
      state={<ManagedBadge managed={hub.console_managed} />}
      acts={
        <>
          <FilesLink hub={slug} />
          <RatingsLink hub={slug} />
          <span className="flex items-center gap-2">
            <BudgetsLink hub={slug} />
            {isOrganizationAdmin && hub.console_managed && <HubMenu hub={hub} />}
          </span>
        </>
      }
    >
      <HubProblems problems={hub.problems} title={words.problems(hub.problems.length)} />
      <AccessRequests hub={slug} />
      {hub.console_managed ? (
        <HubAccess
          key={slug}
          hub={slug}
          label={hubs.accessTo(hub.name)}
          search={search}
          onSearch={(change) =>
            void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) })
          }
        />
      ) : (
        <GroupBased hub={hub} mayMove={isOrganizationAdmin} />
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

const BackToHubs = () => <BackLink to="/hubs">{useTitleOf('/hubs')}</BackLink>

function HubMenu({ hub }: { hub: ManagedHub }) {
  const [asking, setAsking] = useState(false)
  const move = useManaged(hub.slug)
  return (
    <>
      <Menu
        trigger={
          <IconButton label={hubs.acts}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<UsersRound aria-hidden />} onSelect={() => setAsking(true)}>
          {hubs.unmanage}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={hubs.unmanageTitle(hub.name)}
        confirmLabel={hubs.unmanage}
        cancelLabel={common.cancel}
        busy={move.isPending}
        onConfirm={() => move.mutate(false, { onSettled: () => setAsking(false) })}
      >
        {hubs.unmanageText}
      </ConfirmDialog>
    </>
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
