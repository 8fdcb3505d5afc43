import { lazyRouteComponent } from '@tanstack/react-router'
import { pages } from '../kit/page-messages.ts'
import { page } from '../kit/page-value.ts'
import { pageNumber, search, text } from '../kit/search.ts'

export const instances = page({
  path: '/machines',
  texts: () => pages.instances,
  below: '/web-chat',
  audience: 'organization',
  search: search({ hub: text, page: pageNumber }),
  component: lazyRouteComponent(() => import('./instances-page.tsx'), 'InstancesPage'),
})
