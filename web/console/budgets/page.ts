import { lazyRouteComponent } from '@tanstack/react-router'
import { page } from '../kit/page-value.ts'
import { hubSearch } from '../kit/search.ts'

export const budgets = page({
  path: '/hubs/$slug/budgets',
  title: 'Budgets',
  below: '/hubs',
  tab: 'Budgets',
  words: 'limits spending cost quota money tokens',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./budgets-page.tsx'), 'BudgetsPage'),
})
