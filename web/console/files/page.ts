import { lazyRouteComponent } from '@tanstack/react-router'
import { page } from '../kit/page-value.ts'
import { search, text } from '../kit/search.ts'

export const hubFiles = page({
  path: '/hubs/$slug/files',
  title: 'Files',
  below: '/hubs',
  tab: 'Files and versions',
  words: 'agent.md prompts instructions edit definition tools',
  search: search({ hub: text, file: text }),
  component: lazyRouteComponent(() => import('./files-page.tsx'), 'FilesPage'),
})
