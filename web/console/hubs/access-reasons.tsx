import { HelpCircle } from 'lucide-react'
import { useState } from 'react'
import type { AccessItem, PermissionCatalog } from '#core/access/schema.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { When } from '../../ui/when.tsx'
import { why } from '../access/messages.ts'
import type { Edit } from './draft.ts'
import { EndDialog } from './end-dialog.tsx'
import { hubs } from './messages.ts'
import { Until } from '../access/until.tsx'
import { permissionLabel } from '../access/permissions.tsx'

type Right = AccessItem['effective'][number]

export interface AccessReasonsProps {
  item: AccessItem
  catalog: PermissionCatalog
  name: string
  edit: Edit | undefined
  onEnd(wanted: { permission: string; end: string | null }): void
}

export function AccessReasons({ item, catalog, name, edit, onEnd }: AccessReasonsProps) {
  const [ending, setEnding] = useState<Right | null>(null)
  const mayEnd = ({ permission, via }: Right) =>
    via === 'direct' && item.kind !== 'everyone' && item.grantable.includes(permission)
  return (
    <>
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
          {item.effective.map((right) => {
            const { permission, via, grant } = right
            return (
              <li key={`${permission} ${via}`} className="text-13">
                <span className="block font-medium">
                  {permissionLabel(permission, catalog)} · {why.vias[via]} <Until at={grant?.expires_at} />
                </span>
                {grant && (
                  <span className="block break-words text-muted">
                    {why.given(grant.granted_by)} <When at={grant.granted_at} /> ·{' '}
                    {why.revision(grant.revision)}
                  </span>
                )}
                {mayEnd(right) && (
                  <button
                    type="button"
                    className="rounded-s font-medium text-accent-text hover:underline"
                    onClick={() => setEnding(right)}
                  >
                    {hubs.changeEnd}
                    <span className="sr-only"> {permissionLabel(permission, catalog)}</span>
                  </button>
                )}
              </li>
            )
          })}
        </ul>
      </Popover>
      {ending && (
        <EndDialog
          permission={permissionLabel(ending.permission, catalog)}
          person={name}
          end={endNow(ending, edit)}
          onClose={() => setEnding(null)}
          onChange={(end) => {
            setEnding(null)
            onEnd({ permission: ending.permission, end })
          }}
        />
      )}
    </>
  )
}

const endNow = ({ permission, grant }: Right, edit: Edit | undefined): string | null => {
  const edited = edit?.ends?.[permission]
  return edited === undefined ? (grant?.expires_at ?? null) : edited
}
