import { lazyRouteComponent } from '@tanstack/react-router'
import { Cable } from 'lucide-react'
import { pages } from '../kit/page-messages.ts'
import { page } from '../kit/page-value.ts'
import { hubSearch } from '../kit/search.ts'

export const connections = page({
  path: '/connections',
  texts: () => pages.connections,
  icon: Cable,
  audience: 'everybody',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./connections-page.tsx'), 'ConnectionsPage'),
})

export const journey = page({
  path: '/connect/$id',
  search: undefined,
  component: lazyRouteComponent(() => import('./journey-page.tsx'), 'JourneyPage'),
})

export const journeyDone = page({
  path: '/connect/$id/done',
  search: undefined,
  component: lazyRouteComponent(() => import('./done-page.tsx'), 'DonePage'),
})
