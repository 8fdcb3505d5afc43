import { lazyRouteComponent } from '@tanstack/react-router'
import { NotebookPen } from 'lucide-react'
import { page } from '../kit/page-value.ts'
import { hubSearch } from '../kit/search.ts'

export const memory = page({
  path: '/memory',
  title: 'Memory',
  about: 'What agents remember about you.',
  words: 'notes remembered facts forget erase',
  icon: NotebookPen,
  audience: 'everybody',
  search: hubSearch,
  component: lazyRouteComponent(() => import('./memory-page.tsx'), 'MemoryPage'),
})
