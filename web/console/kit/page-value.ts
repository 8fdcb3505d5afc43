import type { RouteComponent } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { RawSearch } from './search.ts'

/** A page for `everybody` shows only the reader's own data. */
export type PageAudience = 'managers' | 'organization' | 'everybody'

export interface PageSetting {
  title: string
  /** Other names that people search for. */
  words: string
}

/** The navigation rail, the palette and the page's heading all read these values. */
export interface PageValue {
  path: `/${string}`
  title?: string
  /** Title in the navigation rail, if it covers more than this page. */
  railTitle?: string
  /** The page is an entry of the rail; or of the account's menu, if it is for everybody. */
  icon?: LucideIcon
  /** Path of the rail's entry that this page belongs to. */
  below?: `/${string}`
  /**
   * Title of the tab to which this page of an object belongs. If several pages belong to a tab, a second strip links
   * them.
   */
  tab?: string
  /** One sentence for people who don't know the page. */
  about?: string
  /** Other names that people search for. */
  words?: string
  settings?: readonly PageSetting[]
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
