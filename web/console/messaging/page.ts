import { lazyRouteComponent } from '@tanstack/react-router'
import { CHANNEL_NAMES } from '#ground/hub/channels.ts'
import { page } from '../kit/page-value.ts'
import { oneOf, pageNumber, search, text } from '../kit/search.ts'
import { spanReaders } from '../kit/span.ts'

const messagesSearch = search({
  hub: text,
  q: text,
  page: pageNumber,
  channel: oneOf(CHANNEL_NAMES),
  state: oneOf([
    'received',
    'answering',
    'sending',
    'sent',
    'unknown',
    'failed',
    'refused',
    'stopped',
    'noted',
  ]),
  ...spanReaders,
})

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
