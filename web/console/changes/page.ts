import { lazyRouteComponent } from '@tanstack/react-router'
import { ClipboardCheck } from 'lucide-react'
import { pages } from '../kit/page-messages.ts'
import { page } from '../kit/page-value.ts'
import { hubSearch, oneOf, pageNumber, search, text } from '../kit/search.ts'

export const changes = page({
  path: '/change-requests',
  texts: () => pages.changes,
  icon: ClipboardCheck,
  audience: 'everybody',
  search: search({
    hub: text,
    q: text,
    page: pageNumber,
    state: oneOf(['proposed', 'confirmed', 'rejected', 'expired', 'stale']),
  }),
  component: lazyRouteComponent(() => import('./changes-page.tsx'), 'ChangesPage'),
})

export const change = page({
  path: '/change-requests/$id',
  audience: 'everybody',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./change-page.tsx'), 'ChangePage'),
})
