import { lazyRouteComponent } from '@tanstack/react-router'
import { Bot, Landmark } from 'lucide-react'
import { page } from '../kit/page-value.ts'
import { hubSearch } from '../kit/search.ts'

export const hubs = page({
  path: '/hubs',
  title: 'Hubs',
  icon: Bot,
  group: 'organization',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./hubs-page.tsx'), 'HubsPage'),
})

export const hub = page({
  path: '/hubs/$slug',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./hub-page.tsx'), 'HubPage'),
})

export const organization = page({
  path: '/organization',
  title: 'Organization',
  icon: Landmark,
  audience: 'organization',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./hub-page.tsx'), 'OrganizationPage'),
})
