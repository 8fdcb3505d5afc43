import { lazyRouteComponent } from '@tanstack/react-router'
import { Waypoints } from 'lucide-react'
import { page } from '../kit/page-value.ts'
import { tracesSearch } from './address.ts'

export const traces = page({
  path: '/traces',
  title: 'Traces',
  icon: Waypoints,
  words: 'telemetry spans latency errors debugging model calls logs',
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
  title: 'Traces',
  below: '/hubs',
  tab: 'Activity',
  search: tracesSearch,
  component: lazyRouteComponent(() => import('./traces-page.tsx'), 'TracesPage'),
})
