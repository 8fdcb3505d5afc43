import { lazyRouteComponent } from '@tanstack/react-router'
import { NotebookPen } from 'lucide-react'
import { pages } from '../kit/page-messages.ts'
import { page } from '../kit/page-value.ts'
import { hubSearch } from '../kit/search.ts'

export const memory = page({
  path: '/memory',
  texts: () => pages.memory,
  icon: NotebookPen,
  audience: 'everybody',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./memory-page.tsx'), 'MemoryPage'),
})
