import type { LucideIcon } from 'lucide-react'
import type { Me } from '#core/access/schema.ts'
import type { PageValue } from '../kit/page-value.ts'
import { PAGES } from '../pages.ts'

type Person = Pick<Me, 'is_organization_admin'>

type ListedPage = PageValue & { path: (typeof PAGES)[number]['path']; title: string }
type EntryPage = ListedPage & { icon: LucideIcon }

const pages: readonly (PageValue & { path: (typeof PAGES)[number]['path'] })[] = PAGES

const isListed = (page: (typeof pages)[number]): page is ListedPage =>
  page.title !== undefined && !page.path.includes('$')

const isEntry = (page: (typeof pages)[number]): page is EntryPage =>
  page.icon !== undefined && page.title !== undefined

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

export function sectionsOf(me: Person, path: string): readonly ListedPage[] {
  const here = pages.find((page) => page.path === path)
  if (!here || !isListed(here) || here.audience === 'everybody') return []
  const siblings = listedPages(me).filter((page) => railPathOf(page.path) === railPathOf(path))
  return siblings.length > 1 ? siblings : []
}

export const hubPages: readonly ListedPage[] = pages.filter(
  (page): page is ListedPage => page.path.startsWith('/hubs/$slug') && page.title !== undefined,
)
