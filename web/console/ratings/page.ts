import { lazyRouteComponent } from '@tanstack/react-router'
import { pages } from '../kit/page-messages.ts'
import { page } from '../kit/page-value.ts'
import { oneOf, pageNumber, search } from '../kit/search.ts'

export const ratings = page({
  path: '/hubs/$slug/ratings',
  texts: () => pages.ratings,
  below: '/hubs',
  tab: 'activity',
  search: search({ page: pageNumber, verdict: oneOf(['good', 'bad']) }),
  component: lazyRouteComponent(() => import('./ratings-page.tsx'), 'RatingsPage'),
})
