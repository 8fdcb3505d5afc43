import type { RouteComponent } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { tabs } from './page-messages.ts'
import type { RawSearch } from './search.ts'

/** A page for `everybody` shows only the reader's own data. */
export type PageAudience = 'managers' | 'organization' | 'everybody'

export type HubTab = keyof typeof tabs

interface SearchWords {
  title: string
  /** Other names that people search for. */
  words?: string
}

export interface PageWords extends SearchWords {
  /** Title in the navigation rail, if it covers more than this page. */
  railTitle?: string
  /** One sentence for people who don't know the page. */
  about?: string
  settings?: Readonly<Record<string, SearchWords>>
}

/** The navigation rail, the palette and the page's heading all read these values. */
export interface PageValue {
  path: `/${string}`
  /** A function, because the language may change. Undefined for a page of one object, whose name is the title. */
  texts?: () => PageWords
  /** Present if the page is an entry of the rail, or of the account's menu for a page for `everybody`. */
  icon?: LucideIcon
  /** Path of the rail's entry that this page belongs to. */
  below?: `/${string}`
  /**
   * Tab to which this page of a Hub belongs. If several pages belong to a tab, a second strip links them.
   */
  tab?: HubTab
  audience?: PageAudience
  search: ((raw: RawSearch) => object) | undefined
  component: RouteComponent
}

export const page = <const Page extends PageValue>(value: Page): Page => value

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: (() => string) | undefined
    audience?: PageAudience | undefined
  }
}
