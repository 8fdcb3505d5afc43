import { lazyRouteComponent } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { page } from '../kit/page-value.ts'
import { runsSearch } from './address.ts'

export const runs = page({
  path: '/runs',
  title: 'Runs',
  icon: Play,
  words: 'jobs executions history failed output logs cancel',
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
  title: 'Runs',
  below: '/hubs',
  tab: 'Activity',
  search: runsSearch,
  component: lazyRouteComponent(() => import('./runs-page.tsx'), 'RunsPage'),
})
