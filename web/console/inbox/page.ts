import { lazyRouteComponent } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { pages } from '../kit/page-messages.ts'
import { page } from '../kit/page-value.ts'
import { inboxSearch } from './address.ts'

export const inbox = page({
  path: '/inbox',
  texts: () => pages.inbox,
  icon: Inbox,
  search: inboxSearch,
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
})

export const event = page({
  path: '/inbox/$event',
  below: '/inbox',
  search: inboxSearch,
  component: lazyRouteComponent(() => import('./event-page.tsx'), 'EventPage'),
})

export const hubInbox = page({
  path: '/hubs/$slug/activity/inbox',
  texts: () => pages.inbox,
  below: '/hubs',
  tab: 'activity',
  search: inboxSearch,
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
})
