import type { RouteComponent } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { RawSearch } from './search.ts'

/** Those who manage something, those who manage the organization, or everybody: it is about the person alone. */
export type PageAudience = 'managers' | 'organization' | 'everybody'

/**
 * Place of a page in the rail: above all others, or with the person's own pages, a Hub's, or the
 * organization's.
 */
export type RailGroup = 'first' | 'mine' | 'hub' | 'organization'

export interface PageValue {
  path: `/${string}`
  /** Its title everywhere. A page about one object has none: it uses the object's name. */
  title?: string
  /** Shown before its title in the rail; a page without an icon is reached from others. */
  icon?: LucideIcon
  /** By default, its audience decides. */
  group?: RailGroup
  audience?: PageAudience
  /** Reads what it keeps in its address. */
  search: ((raw: RawSearch) => object) | undefined
  component: RouteComponent
}

/** Describes a page. `pages.ts` lists them all, and all users of pages map over that list. */
export const page = <const Page extends PageValue>(value: Page): Page => value

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string | undefined
    audience?: PageAudience | undefined
  }
}
