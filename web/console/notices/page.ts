import { lazyRouteComponent } from '@tanstack/react-router'
import { page } from '../kit/page-value.ts'
import { hubSearch } from '../kit/search.ts'

export const notices = page({
  path: '/notices',
  title: 'Notices',
  below: '/',
  words: 'notifications alerts mail e-mail webhook channel Slack Telegram Mattermost digest quiet hours',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./notices-page.tsx'), 'NoticesPage'),
})
