import type { LucideIcon } from 'lucide-react'
import type { Me } from '#core/access/schema.ts'
import type { PageValue } from '../kit/page-value.ts'
import { PAGES } from '../pages.ts'

type RailPage = Extract<(typeof PAGES)[number], { icon: LucideIcon }> & Pick<PageValue, 'audience'>

const railPages = PAGES.filter((page): page is RailPage => 'icon' in page)

/** The pages there are for somebody who manages something, in the order of the rail. */
export const pagesFor = (me: Pick<Me, 'is_organization_admin'>): readonly RailPage[] =>
  railPages.filter(({ audience }) => audience !== 'organization' || me.is_organization_admin)

/** Pages about the person alone. */
export const OWN_PAGES: readonly RailPage[] = railPages.filter(({ audience }) => audience === 'everybody')
