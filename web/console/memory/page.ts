import { lazyRouteComponent } from '@tanstack/react-router'
import { NotebookPen } from 'lucide-react'
import { pages } from '../kit/page-messages.ts'
import { page } from '../kit/page-value.ts'
import { memorySearch } from './address.ts'

export const memory = page({
  path: '/memory',
  texts: () => pages.memory,
  icon: NotebookPen,
  audience: 'everybody',
  search: memorySearch,
  component: lazyRouteComponent(() => import('./memory-page.tsx'), 'MemoryPage'),
})
