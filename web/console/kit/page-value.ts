import type { RouteComponent } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { RawSearch } from './search.ts'

/** Those who manage something, those who manage the organization, or everybody: it is about the person alone. */
export type Audience = 'managers' | 'organization' | 'everybody'

/** Where a page stands in the rail: above all others, or with what is one's own, a Hub's, or everybody's who has one. */
export type RailGroup = 'first' | 'mine' | 'hub' | 'organization'

export interface PageValue {
  path: `/${string}`
  /** What it is called wherever it is named. A page about one thing has none: it is called like the thing. */
  title?: string
  /** Stands before its title in the rail; a page without one is reached from others. */
  icon?: LucideIcon
  /** Without one it stands where its audience says. */
  group?: RailGroup
  audience?: Audience
  /** Reads what it keeps in its address. */
  search: ((raw: RawSearch) => object) | undefined
  component: RouteComponent
}

/** Describe a page. `pages.ts` lists them all, and whatever knows pages maps over that list. */
export const page = <const Page extends PageValue>(value: Page): Page => value

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string | undefined
    audience?: Audience | undefined
  }
}
