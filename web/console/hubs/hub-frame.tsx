import { Outlet, useParams } from '@tanstack/react-router'
import { OfHub } from '../access/of-hub.tsx'
import { BackLink } from '../kit/back-link.tsx'
import { ObjectPages, useTitleOf } from '../kit/page.tsx'
import { ManagedBadge } from './hubs-page.tsx'

export function HubFrame() {
  const { slug = '' } = useParams({ strict: false })
  return (
    <OfHub slug={slug} title={slug} above={<BackToHubs />}>
      {({ name, console_managed: managed }) => (
        <ObjectPages
          value={{
            title: name,
            detail: slug,
            above: <BackToHubs />,
            state: <ManagedBadge managed={managed} />,
          }}
        >
          <Outlet />
        </ObjectPages>
      )}
    </OfHub>
  )
}

const BackToHubs = () => <BackLink to="/hubs">{useTitleOf('/hubs')}</BackLink>
