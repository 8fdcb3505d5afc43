import { lazyRouteComponent } from '@tanstack/react-router'
import { pages } from '../kit/page-messages.ts'
import { page } from '../kit/page-value.ts'
import { hubSearch } from '../kit/search.ts'

export const permissions = page({
  path: '/permissions',
  texts: () => pages.permissions,
  below: '/people',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./permissions-page.tsx'), 'PermissionsPage'),
})
