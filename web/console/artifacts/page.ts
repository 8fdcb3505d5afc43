import { lazyRouteComponent } from '@tanstack/react-router'
import { Files } from 'lucide-react'
import { ARTIFACT_KINDS } from '../../ui/artifact-kinds.ts'
import { ARTIFACT_SORT } from '#ground/api/list-sorts.ts'
import { sortReaders } from '../kit/order.ts'
import { pages } from '../kit/page-messages.ts'
import { page } from '../kit/page-value.ts'
import { oneOf, pageNumber, search, text } from '../kit/search.ts'

const version = (value: unknown): number | undefined => {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

export const artifacts = page({
  path: '/artifacts',
  texts: () => pages.artifacts,
  icon: Files,
  audience: 'everybody',
  search: search({
    hub: text,
    q: text,
    page: pageNumber,
    view: oneOf(['shared']),
    ...sortReaders(ARTIFACT_SORT),
    preview: oneOf(Object.keys(ARTIFACT_KINDS) as (keyof typeof ARTIFACT_KINDS)[]),
  }),
  component: lazyRouteComponent(() => import('./gallery/gallery-page.tsx'), 'GalleryPage'),
})

export const artifact = page({
  path: '/artifacts/$id',
  audience: 'everybody',
  search: search({ hub: text, version, compare: version }),
  component: lazyRouteComponent(() => import('./artifact-page.tsx'), 'ArtifactPage'),
})
