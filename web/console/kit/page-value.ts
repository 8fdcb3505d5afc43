import type { RouteComponent } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { RawSearch } from './search.ts'

/** A page for `everybody` shows only the reader's own data. */
export type PageAudience = 'managers' | 'organization' | 'everybody'

export type RailGroup = 'first' | 'mine' | 'hub' | 'organization'

export interface PageValue {
  path: `/${string}`
  title?: string
  /** A page without an icon has no rail entry. */
  icon?: LucideIcon
  group?: RailGroup
  audience?: PageAudience
  search: ((raw: RawSearch) => object) | undefined
  component: RouteComponent
}

export const page = <const Page extends PageValue>(value: Page): Page => value

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string | undefined
    audience?: PageAudience | undefined
  }
}
