import { lazyRouteComponent } from '@tanstack/react-router'
import { Bot } from 'lucide-react'
import { HUB_SORT } from '#ground/api/list-sorts.ts'
import { sortReaders } from '../kit/order.ts'
import { page } from '../kit/page-value.ts'
import { hubSearch, pageNumber, search, text } from '../kit/search.ts'

const permission = (value: unknown) =>
  typeof value === 'string' && /^[a-z][a-z0-9_.-]{0,63}$/.test(value) ? value : undefined

const accessSearch = search({ q: text, page: pageNumber, permission, first: permission })

export const hubs = page({
  path: '/hubs',
  title: 'Hubs',
  icon: Bot,
  words: 'agents assistants state version running',
  search: search({ hub: text, q: text, page: pageNumber, ...sortReaders(HUB_SORT) }),
  component: lazyRouteComponent(() => import('./hubs-page.tsx'), 'HubsPage'),
})

export const hub = page({
  path: '/hubs/$slug',
  title: 'Overview',
  below: '/hubs',
  tab: 'Overview',
  words: 'state version model cost problems',
  search: accessSearch,
  component: lazyRouteComponent(() => import('./hub-page.tsx'), 'HubPage'),
})

export const hubAccess = page({
  path: '/hubs/$slug/access',
  title: 'Access',
  below: '/hubs',
  tab: 'Access',
  words: 'permissions rights grants members people share add person',
  search: accessSearch,
  component: lazyRouteComponent(() => import('./access-page.tsx'), 'HubAccessPage'),
})

export const hubSettings = page({
  path: '/hubs/$slug/settings',
  title: 'Settings',
  below: '/hubs',
  tab: 'Settings',
  words: 'mode groups unmanage channels WhatsApp Telegram Slack Mattermost token',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'HubSettingsPage'),
})

export const organization = page({
  path: '/organization',
  title: 'Organization',
  below: '/people',
  words: 'access administrators admins grants all Hubs everyone',
  audience: 'organization',
  search: accessSearch,
  component: lazyRouteComponent(() => import('./access-page.tsx'), 'OrganizationPage'),
})
