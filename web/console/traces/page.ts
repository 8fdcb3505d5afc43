import { lazyRouteComponent } from '@tanstack/react-router'
import { Waypoints } from 'lucide-react'
import { page } from '../kit/page-value.ts'
import { oneOf, pageNumber, search, text } from '../kit/search.ts'

const tracesSearch = search({
  hub: text,
  page: pageNumber,
  chat: text,
  run: text,
  state: oneOf(['ok', 'failed']),
  period: oneOf(['24h', '7d']),
})

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
