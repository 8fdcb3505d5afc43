import { lazyRouteComponent } from '@tanstack/react-router'
import { KeySquare } from 'lucide-react'
import { page } from '../kit/page-value.ts'
import { hubSearch } from '../kit/search.ts'

export const permissions = page({
  path: '/permissions',
  title: 'Permissions',
  icon: KeySquare,
  search: hubSearch,
  component: lazyRouteComponent(() => import('./permissions-page.tsx'), 'PermissionsPage'),
})
