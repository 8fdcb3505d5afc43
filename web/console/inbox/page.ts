import { lazyRouteComponent } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { page } from '../kit/page-value.ts'
import { inboxSearch } from './address.ts'

export const inbox = page({
  path: '/inbox',
  title: 'Inbox',
  icon: Inbox,
  words: 'webhooks deliveries events endpoints quarantine replay senders',
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
  title: 'Inbox',
  below: '/hubs',
  tab: 'Activity',
  search: inboxSearch,
  component: lazyRouteComponent(() => import('./inbox-page.tsx'), 'InboxPage'),
})
