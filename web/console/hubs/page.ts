import { lazyRouteComponent } from '@tanstack/react-router'
import { Bot } from 'lucide-react'
import { HUB_SORT } from '#ground/api/list-sorts.ts'
import { sortReaders } from '../kit/order.ts'
import { pages } from '../kit/page-messages.ts'
import { page } from '../kit/page-value.ts'
import { hubSearch, pageNumber, search, text } from '../kit/search.ts'

const permission = (value: unknown) =>
  typeof value === 'string' && /^[a-z][a-z0-9_.-]{0,63}$/.test(value) ? value : undefined

const accessSearch = search({ q: text, page: pageNumber, permission, first: permission })

export const hubs = page({
  path: '/hubs',
  texts: () => pages.hubs,
  icon: Bot,
  search: search({ hub: text, q: text, page: pageNumber, ...sortReaders(HUB_SORT) }),
  component: lazyRouteComponent(() => import('./hubs-page.tsx'), 'HubsPage'),
})

export const hub = page({
  path: '/hubs/$slug',
  texts: () => pages.hub,
  below: '/hubs',
  tab: 'overview',
  search: accessSearch,
  component: lazyRouteComponent(() => import('./hub-page.tsx'), 'HubPage'),
})

export const hubAccess = page({
  path: '/hubs/$slug/access',
  texts: () => pages.access,
  below: '/hubs',
  tab: 'access',
  search: accessSearch,
  component: lazyRouteComponent(() => import('./access-page.tsx'), 'HubAccessPage'),
})

export const hubSettings = page({
  path: '/hubs/$slug/settings',
  texts: () => pages.settings,
  below: '/hubs',
  tab: 'settings',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'HubSettingsPage'),
})

export const organization = page({
  path: '/organization',
  texts: () => pages.organization,
  below: '/people',
  audience: 'organization',
  search: accessSearch,
  component: lazyRouteComponent(() => import('./access-page.tsx'), 'OrganizationPage'),
})
