import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { configQuery } from './queries.ts'

const SiteBanner = lazy(async () => ({ default: (await import('./site-banner.tsx')).SiteBanner }))

export function LazyBanner({ reader }: { reader: string }) {
  const banner = useQuery(configQuery).data?.banner
  return (
    banner && (
      <Suspense fallback={null}>
        <SiteBanner key={banner.id} banner={banner} reader={reader} />
      </Suspense>
    )
  )
}
