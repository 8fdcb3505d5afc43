import { lazyRouteComponent } from '@tanstack/react-router'
import { page } from '../kit/page-value.ts'
import { hubSearch } from '../kit/search.ts'

export const permissions = page({
  path: '/permissions',
  title: 'Permissions',
  below: '/people',
  words: 'rights capabilities roles tools',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./permissions-page.tsx'), 'PermissionsPage'),
})
