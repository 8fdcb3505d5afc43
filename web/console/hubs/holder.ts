import type { AccessItem } from '#core/access/schema.ts'
import { people } from '../people/messages.ts'

/** What somebody on a list of access is called. */
export const holderName = ({ kind, name, subject }: Pick<AccessItem, 'kind' | 'name' | 'subject'>): string =>
  kind === 'everyone' ? people.everyone : (name ?? subject)
