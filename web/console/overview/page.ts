import { lazyRouteComponent } from '@tanstack/react-router'
import { Gauge } from 'lucide-react'
import { pages } from '../kit/page-messages.ts'
import { page } from '../kit/page-value.ts'
import { oneOf, search, text } from '../kit/search.ts'

export const overview = page({
  path: '/',
  texts: () => pages.overview,
  icon: Gauge,
  search: search({ hub: text, period: oneOf(['24h', '7d', '30d']) }),
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
})
