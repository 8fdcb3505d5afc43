import { ClockAlert, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { KeyView } from '#chatapp/accounts/keys/schema.ts'
import { listed } from '../language.ts'
import { Badge } from '../badge.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { IconButton } from '../icon-button.tsx'
import { relativeTime } from '../time.ts'
import { keyMessages } from './messages.ts'

export interface KeyListProps {
  keys: readonly KeyView[]
  hubName(slug: string): string
  busy: boolean
  onRevoke(key: KeyView): Promise<unknown>
}

export function KeyList({ keys, hubName, busy, onRevoke }: KeyListProps) {
  const [asking, setAsking] = useState<KeyView | null>(null)
  return (
    <>
      <ul
        aria-label={keyMessages.list}
        className="divide-y divide-line overflow-hidden rounded-l border border-line bg-raised"
      >
        {keys.toReversed().map((key) => (
          <li key={key.id} className="flex items-center gap-3 py-2.5 ps-4 pe-2">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                <span className="min-w-0 text-14 font-medium break-words">{key.name}</span>
                <code className="font-mono text-12 text-muted">sk-…{key.hint}</code>
                {isExpired(key) && (
                  <Badge tone="warn" icon={<ClockAlert aria-hidden />}>
                    {keyMessages.expired}
                  </Badge>
                )}
              </p>
              <p className="text-12 break-words text-muted">{factsOf(key, hubName).join(' · ')}</p>
            </div>
            <IconButton label={keyMessages.revokeOne(key.name)} onClick={() => setAsking(key)}>
              <Trash2 aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asking !== null}
        onClose={() => setAsking(null)}
        title={keyMessages.revokeTitle(asking?.name ?? '')}
        confirmLabel={keyMessages.revoke}
        cancelLabel={keyMessages.cancel}
        busy={busy}
        onConfirm={() => void onRevoke(asking!).finally(() => setAsking(null))}
      >
        {keyMessages.revokeText}
      </ConfirmDialog>
    </>
  )
}

const isExpired = ({ expires_at }: KeyView): boolean => expires_at !== null && expires_at <= Date.now() / 1000

function factsOf(key: KeyView, hubName: KeyListProps['hubName']): string[] {
  const end = key.expires_at === null ? keyMessages.endless : keyMessages.endsIn(relativeTime(key.expires_at))
  return [
    key.hubs === null ? keyMessages.everything : listed(key.hubs.map(hubName)),
    keyMessages.made(relativeTime(key.created_at)),
    ...(isExpired(key) ? [] : [end]),
    key.last_used_at === null ? keyMessages.unused : keyMessages.used(relativeTime(key.last_used_at)),
  ]
}
