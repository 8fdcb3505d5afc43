import { lazyRouteComponent } from '@tanstack/react-router'
import { pages } from '../../kit/page-messages.ts'
import { page } from '../../kit/page-value.ts'
import { oneOf, pageNumber, search, text } from '../../kit/search.ts'

export const rosterPage = page({
  path: '/who-is-who',
  texts: () => pages.roster,
  below: '/inbox',
  search: search({ hub: text, q: text, page: pageNumber, show: oneOf(['strangers']) }),
  component: lazyRouteComponent(() => import('./roster-page.tsx'), 'RosterPage'),
})
