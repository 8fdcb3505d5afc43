import type { AccessItem } from '#core/access/schema.ts'
import { people } from '../people/messages.ts'
import type { PermissionHolder } from './draft.ts'

export const holderName = ({ kind, name, subject }: Pick<AccessItem, 'kind' | 'name' | 'subject'>): string =>
  kind === 'everyone' ? people.everyone : (name ?? subject)

export const holderOf = (item: AccessItem): PermissionHolder => ({
  subject: item.subject,
  name: holderName(item),
  direct: item.direct,
  ends: Object.fromEntries(
    item.effective.flatMap(({ permission, via, grant }) =>
      via === 'direct' && grant?.expires_at ? [[permission, grant.expires_at]] : [],
    ),
  ),
})
