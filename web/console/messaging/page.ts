import { lazyRouteComponent } from '@tanstack/react-router'
import { page } from '../kit/page-value.ts'
import { messagesSearch } from './address.ts'

export const messages = page({
  path: '/messages',
  title: 'Messages',
  below: '/inbox',
  words: 'channels WhatsApp Telegram Slack Mattermost conversations phone',
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
  title: 'Messages',
  below: '/hubs',
  tab: 'Activity',
  search: messagesSearch,
  component: lazyRouteComponent(() => import('./messages-page.tsx'), 'MessagesPage'),
})
