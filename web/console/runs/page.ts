import { lazyRouteComponent } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { page } from '../kit/page-value.ts'
import { oneOf, pageNumber, search, text } from '../kit/search.ts'
import { spanReaders } from '../kit/span.ts'

const runsSearch = search({
  hub: text,
  page: pageNumber,
  workflow: text,
  run_id: text,
  status: oneOf(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
  ...spanReaders,
})

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
