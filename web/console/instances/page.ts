import { lazyRouteComponent } from '@tanstack/react-router'
import { page } from '../kit/page-value.ts'
import { pageNumber, search, text } from '../kit/search.ts'

export const instances = page({
  path: '/machines',
  title: 'Instances',
  below: '/web-chat',
  words: 'machines servers cluster drain health',
  audience: 'organization',
  search: search({ hub: text, page: pageNumber }),
  component: lazyRouteComponent(() => import('./instances-page.tsx'), 'InstancesPage'),
})
