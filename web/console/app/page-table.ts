import type { LucideIcon } from 'lucide-react'
import type { Me } from '#core/access/schema.ts'
import { tabs as tabTitles } from '../kit/page-messages.ts'
import type { HubTab, PageValue } from '../kit/page-value.ts'
import { common } from '../kit/messages.ts'
import type { Strip } from '../kit/sections.tsx'
import { HUB_PAGES, PAGES } from '../pages.ts'

type Person = Pick<Me, 'is_organization_admin'>

type ListedPage = PageValue & { texts: NonNullable<PageValue['texts']> }
type EntryPage = ListedPage & { icon: LucideIcon }

const pages: readonly PageValue[] = [...PAGES, ...HUB_PAGES]

const isListed = (page: PageValue): page is ListedPage => page.texts !== undefined && !page.path.includes('$')

const isEntry = (page: PageValue): page is EntryPage => page.icon !== undefined && page.texts !== undefined

const mayOpen =
  (me: Person) =>
  ({ audience }: PageValue): boolean =>
    audience !== 'organization' || me.is_organization_admin

export const PERSONAL_PAGES: readonly EntryPage[] = pages
  .filter(isEntry)
  .filter(({ audience }) => audience === 'everybody')

export const railPages = (me: Person): readonly EntryPage[] =>
  pages.filter(isEntry).filter((page) => page.audience !== 'everybody' && mayOpen(me)(page))

/** Pages without parameters in their address. */
export const listedPages = (me: Person): readonly ListedPage[] => pages.filter(isListed).filter(mayOpen(me))

/** @param path As declared, such as `/people/$subject`. */
export const railPathOf = (path: string): string => pages.find((page) => page.path === path)?.below ?? path

/** @param slug Hub in the address; its pages are tabs. */
export function stripsOf(me: Person, path: string, slug: string | undefined): readonly Strip[] {
  const here = pages.find((page) => page.path === path)
  if (here?.tab !== undefined && slug !== undefined) return tabsOf(here.tab, path, slug)
  if (!here || !isListed(here) || here.audience === 'everybody') return []
  const siblings = listedPages(me).filter((page) => railPathOf(page.path) === railPathOf(path))
  if (siblings.length < 2) return []
  const sections = siblings.map((page) => ({
    path: page.path,
    title: page.texts().title,
    isCurrent: page.path === path,
  }))
  return [{ label: common.sections, sections }]
}

function tabsOf(tab: HubTab, path: string, slug: string): readonly Strip[] {
  const addressOf = (of: string) => of.replace('$slug', encodeURIComponent(slug))
  const first = new Map(hubPages.toReversed().map((page) => [page.tab, page]))
  const tabs = [...first.values()].toReversed().map((page) => ({
    path: addressOf(page.path),
    title: page.tab ? tabTitles[page.tab] : page.texts().title,
    isCurrent: page.tab === tab,
  }))
  const within = hubPages
    .filter((page) => page.tab === tab)
    .map((page) => ({ path: addressOf(page.path), title: page.texts().title, isCurrent: page.path === path }))
  return [
    { label: common.tabs, sections: tabs },
    ...(within.length > 1 ? [{ label: common.ofTab(tabTitles[tab]), sections: within }] : []),
  ]
}

export const hubPages: readonly ListedPage[] = HUB_PAGES
