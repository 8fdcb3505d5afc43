import type { LucideIcon } from 'lucide-react'
import type { Me } from '#core/access/schema.ts'
import type { PageValue, RailGroup } from '../kit/page-value.ts'
import { PAGES } from '../pages.ts'

type RailPage = Extract<(typeof PAGES)[number], { icon: LucideIcon }> & Pick<PageValue, 'audience' | 'group'>

const railPages = PAGES.filter((page): page is RailPage => 'icon' in page)

export const pagesFor = (me: Pick<Me, 'is_organization_admin'>): readonly RailPage[] =>
  groupsFor(me).flatMap(({ pages }) => pages)

export const groupsFor = (
  me: Pick<Me, 'is_organization_admin'>,
): readonly { group: RailGroup; pages: readonly RailPage[] }[] =>
  GROUPS.map((group) => ({
    group,
    pages: railPages.filter(
      (page) => groupOf(page) === group && (page.audience !== 'organization' || me.is_organization_admin),
    ),
  })).filter(({ pages }) => pages.length > 0)

export const OWN_PAGES: readonly RailPage[] = railPages.filter(({ audience }) => audience === 'everybody')

const GROUPS: readonly RailGroup[] = ['first', 'mine', 'hub', 'organization']

const groupOf = ({ group, audience }: RailPage): RailGroup =>
  group ?? (audience === 'everybody' ? 'mine' : audience === 'organization' ? 'organization' : 'hub')
