import { lazyRouteComponent } from '@tanstack/react-router'
import { page } from '../kit/page-value.ts'
import { hubSearch } from '../kit/search.ts'

export const budgets = page({
  path: '/hubs/$slug/budgets',
  title: 'Budgets',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./budgets-page.tsx'), 'BudgetsPage'),
})
