import { lazyRouteComponent } from '@tanstack/react-router'
import { page } from '../kit/page-value.ts'
import { oneOf, pageNumber, search } from '../kit/search.ts'

export const ratings = page({
  path: '/hubs/$slug/ratings',
  title: 'Ratings',
  below: '/hubs',
  tab: 'Activity',
  words: 'feedback thumbs quality',
  search: search({ page: pageNumber, verdict: oneOf(['good', 'bad']) }),
  component: lazyRouteComponent(() => import('./ratings-page.tsx'), 'RatingsPage'),
})
