import { lazyRouteComponent } from '@tanstack/react-router'
import { pages } from '../kit/page-messages.ts'
import { page } from '../kit/page-value.ts'
import { hubSearch } from '../kit/search.ts'

export const notices = page({
  path: '/notices',
  texts: () => pages.notices,
  below: '/',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./notices-page.tsx'), 'NoticesPage'),
})
