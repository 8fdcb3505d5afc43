import { lazyRouteComponent } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { RECORD_SORT } from '#ground/api/list-sorts.ts'
import { sortReaders } from '../kit/order.ts'
import { pages } from '../kit/page-messages.ts'
import { page } from '../kit/page-value.ts'
import { oneOf, pageNumber, search, text } from '../kit/search.ts'
import { spanReaders } from '../kit/span.ts'

const recordSearch = search({
  hub: text,
  page: pageNumber,
  user: text,
  actor: text,
  action: text,
  tool: text,
  surface: text,
  outcome: oneOf(['allowed', 'denied', 'failed']),
  ...spanReaders,
  ...sortReaders(RECORD_SORT),
})

export const audit = page({
  path: '/audit',
  texts: () => pages.audit,
  icon: ScrollText,
  search: recordSearch,
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
})

export const accessChanges = page({
  path: '/access-changes',
  texts: () => pages.accessChanges,
  below: '/audit',
  search: recordSearch,
  component: lazyRouteComponent(() => import('./access-changes-page.tsx'), 'AccessChangesPage'),
})
