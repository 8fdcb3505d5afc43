import { lazyRouteComponent } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { pages } from '../kit/page-messages.ts'
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
  texts: () => pages.workflows,
  icon: ListChecks,
  search: hubSearch,
  component: lazyRouteComponent(() => import('./workflows-page.tsx'), 'WorkflowsPage'),
})
