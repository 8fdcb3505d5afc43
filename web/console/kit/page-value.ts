import type { RouteComponent } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { RawSearch } from './search.ts'

/**
 * Readers of a page: people with managed Hubs, administrators of the organization, or all people. A page for
 * `everybody` shows the reader's own data.
 */
export type PageAudience = 'managers' | 'organization' | 'everybody'

/** Section of the navigation rail. `first` precedes all other sections. */
export type RailGroup = 'first' | 'mine' | 'hub' | 'organization'

export interface PageValue {
  path: `/${string}`
  /** A page about an object has no title here; it shows the object's name. */
  title?: string
  /** Icon in the rail. A page without an icon has no rail entry. */
  icon?: LucideIcon
  /** Section of the rail. The default follows from `audience`. */
  group?: RailGroup
  audience?: PageAudience
  search: ((raw: RawSearch) => object) | undefined
  component: RouteComponent
}

/** Declares a page for the list in `pages.ts`. */
export const page = <const Page extends PageValue>(value: Page): Page => value

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string | undefined
    audience?: PageAudience | undefined
  }
}
