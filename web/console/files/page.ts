import { lazyRouteComponent } from '@tanstack/react-router'
import { pages } from '../kit/page-messages.ts'
import { page } from '../kit/page-value.ts'
import { search, text } from '../kit/search.ts'

export const hubFiles = page({
  path: '/hubs/$slug/files',
  texts: () => pages.files,
  below: '/hubs',
  tab: 'files',
  search: search({ hub: text, file: text }),
  component: lazyRouteComponent(() => import('./files-page.tsx'), 'FilesPage'),
})
