import { lazyRouteComponent } from '@tanstack/react-router'
import { pages } from '../kit/page-messages.ts'
import { page } from '../kit/page-value.ts'
import { messagesSearch } from './address.ts'

export const messages = page({
  path: '/messages',
  texts: () => pages.messages,
  below: '/inbox',
  search: messagesSearch,
  component: lazyRouteComponent(() => import('./messages-page.tsx'), 'MessagesPage'),
})

export const message = page({
  path: '/messages/$message',
  below: '/inbox',
  search: messagesSearch,
  component: lazyRouteComponent(() => import('./message-page.tsx'), 'MessagePage'),
})

export const hubMessages = page({
  path: '/hubs/$slug/activity/messages',
  texts: () => pages.messages,
  below: '/hubs',
  tab: 'activity',
  search: messagesSearch,
  component: lazyRouteComponent(() => import('./messages-page.tsx'), 'MessagesPage'),
})
