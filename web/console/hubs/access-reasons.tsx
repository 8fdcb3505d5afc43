import { HelpCircle } from 'lucide-react'
import type { AccessItem, PermissionCatalog } from '#core/access/schema.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { When } from '../../ui/when.tsx'
import { why } from '../access/messages.ts'
import { hubs } from './messages.ts'
import { Until } from '../access/until.tsx'
import { permissionLabel } from '../access/permissions.tsx'

export interface AccessReasonsProps {
  item: AccessItem
  catalog: PermissionCatalog
  name: string
}

/** Where each right of a person on this Hub comes from. */
export function AccessReasons({ item, catalog, name }: AccessReasonsProps) {
  return (
    <Popover
      label={hubs.reasonsOf(name)}
      trigger={
        <IconButton label={hubs.reasonsOf(name)} data-cell tabIndex={-1}>
          <HelpCircle aria-hidden />
        </IconButton>
      }
    >
      <p className="mb-2 font-medium">{hubs.reasonsOf(name)}</p>
      {item.effective.length === 0 && <p className="text-13 text-muted">{hubs.noReasons}</p>}
      <ul className="flex flex-col gap-2">
        {item.effective.map(({ permission, via, grant }) => (
          <li key={`${permission} ${via}`} className="text-13">
            <span className="block font-medium">
              {permissionLabel(permission, catalog)} · {why.vias[via]} <Until at={grant?.expires_at} />
            </span>
            {grant && (
              <span className="block break-words text-muted">
                {why.given(grant.granted_by)} <When at={grant.granted_at} /> · {why.revision(grant.revision)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Popover>
  )
}
