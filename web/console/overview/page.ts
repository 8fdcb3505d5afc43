import { lazyRouteComponent } from '@tanstack/react-router'
import { Gauge } from 'lucide-react'
import { page } from '../kit/page-value.ts'
import { oneOf, search, text } from '../kit/search.ts'

export const overview = page({
  path: '/',
  title: 'Overview',
  icon: Gauge,
  words: 'home start statistics usage cost tokens chats denials alerts problems',
  search: search({ hub: text, period: oneOf(['24h', '7d', '30d']) }),
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
})
