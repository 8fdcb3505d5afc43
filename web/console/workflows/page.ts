import { lazyRouteComponent } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { page } from '../kit/page-value.ts'
import { hubSearch } from '../kit/search.ts'

export const workflow = page({
  path: '/workflows/$slug/$workflow',
  below: '/workflows',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./workflow-page.tsx'), 'WorkflowPage'),
})

export const workflows = page({
  path: '/workflows',
  title: 'Workflows',
  icon: ListChecks,
  words: 'tasks schedules cron jobs automation run now',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./workflows-page.tsx'), 'WorkflowsPage'),
})
