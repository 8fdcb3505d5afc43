import { lazyRouteComponent } from '@tanstack/react-router'
import { Waypoints } from 'lucide-react'
import { pages } from '../kit/page-messages.ts'
import { page } from '../kit/page-value.ts'
import { tracesSearch } from './address.ts'

export const traces = page({
  path: '/traces',
  texts: () => pages.traces,
  icon: Waypoints,
  search: tracesSearch,
  component: lazyRouteComponent(() => import('./traces-page.tsx'), 'TracesPage'),
})

export const trace = page({
  path: '/traces/$id',
  below: '/traces',
  search: tracesSearch,
  component: lazyRouteComponent(() => import('./trace-page.tsx'), 'TracePage'),
})

export const hubTraces = page({
  path: '/hubs/$slug/activity/traces',
  texts: () => pages.traces,
  below: '/hubs',
  tab: 'activity',
  search: tracesSearch,
  component: lazyRouteComponent(() => import('./traces-page.tsx'), 'TracesPage'),
})
