import { lazyRouteComponent } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { page } from '../kit/page-value.ts'
import { oneOf, pageNumber, search, text } from '../kit/search.ts'

const inboxSearch = search({
  hub: text,
  endpoint: text,
  page: pageNumber,
  state: oneOf(['pending', 'claimed', 'processed', 'unmatched', 'quarantined']),
})

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
