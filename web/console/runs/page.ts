import { lazyRouteComponent } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { pages } from '../kit/page-messages.ts'
import { page } from '../kit/page-value.ts'
import { runsSearch } from './address.ts'

export const runs = page({
  path: '/runs',
  texts: () => pages.runs,
  icon: Play,
  search: runsSearch,
  component: lazyRouteComponent(() => import('./runs-page.tsx'), 'RunsPage'),
})

export const run = page({
  path: '/runs/$slug/$id',
  below: '/runs',
  search: runsSearch,
  component: lazyRouteComponent(() => import('./run-page.tsx'), 'RunPage'),
})

export const hubRuns = page({
  path: '/hubs/$slug/activity',
  texts: () => pages.runs,
  below: '/hubs',
  tab: 'activity',
  search: runsSearch,
  component: lazyRouteComponent(() => import('./runs-page.tsx'), 'RunsPage'),
})
