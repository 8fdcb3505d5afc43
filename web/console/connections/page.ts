import { lazyRouteComponent } from '@tanstack/react-router'
import { Cable } from 'lucide-react'
import { page } from '../kit/page-value.ts'
import { hubSearch } from '../kit/search.ts'

export const connections = page({
  path: '/connections',
  title: 'Connections',
  about: 'Your accounts at other services that agents may use for you.',
  words: 'accounts services OAuth integrations GitHub Google connect',
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
