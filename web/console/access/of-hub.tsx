import { useSuspenseQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ManagedHub, Me } from '#core/access/schema.ts'
import { Empty } from '../../ui/empty.tsx'
import { PageFrame, type PageProps } from '../kit/page.tsx'
import { hubs } from './messages.ts'
import { meQuery } from './queries.ts'

export interface OfHubProps extends Pick<PageProps, 'title' | 'above'> {
  slug: string
  children(hub: ManagedHub, me: Me): ReactNode
}

export function OfHub({ slug, children, ...page }: OfHubProps) {
  const { data: me } = useSuspenseQuery(meQuery)
  const hub = me.hubs.find((one) => one.slug === slug)
  if (hub) return children(hub, me)
  return (
    <PageFrame {...page}>
      <Empty icon={<SearchX aria-hidden />} title={hubs.missing}>
        {hubs.missingText}
      </Empty>
    </PageFrame>
  )
}
