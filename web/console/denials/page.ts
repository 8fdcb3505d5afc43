import { lazyRouteComponent } from '@tanstack/react-router'
import { ShieldX } from 'lucide-react'
import { page } from '../kit/page-value.ts'
import { pageNumber, search, text } from '../kit/search.ts'

export const denials = page({
  path: '/denials',
  title: 'Denials',
  icon: ShieldX,
  search: search({ hub: text, page: pageNumber }),
  component: lazyRouteComponent(() => import('./denials-page.tsx'), 'DenialsPage'),
})
