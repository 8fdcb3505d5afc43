import { lazyRouteComponent } from '@tanstack/react-router'
import { page } from '../../kit/page-value.ts'
import { oneOf, pageNumber, search, text } from '../../kit/search.ts'

export const rosterPage = page({
  path: '/who-is-who',
  title: 'Who is who',
  below: '/inbox',
  words: 'roster senders handles phone numbers unknown',
  search: search({ hub: text, q: text, page: pageNumber, show: oneOf(['strangers']) }),
  component: lazyRouteComponent(() => import('./roster-page.tsx'), 'RosterPage'),
})
