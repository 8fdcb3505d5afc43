import { lazyRouteComponent } from '@tanstack/react-router'
import { pages } from '../kit/page-messages.ts'
import { page } from '../kit/page-value.ts'
import { hubSearch } from '../kit/search.ts'

export const budgets = page({
  path: '/hubs/$slug/budgets',
  texts: () => pages.budgets,
  below: '/hubs',
  tab: 'budgets',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./budgets-page.tsx'), 'BudgetsPage'),
})
