import { Redo2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { InboxEndpoint } from '#core/inbox/schema.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { common } from '../kit/messages.ts'
import { workflowName } from '../runs/run-facts.tsx'
import { inbox } from './messages.ts'
import { useReleaseAll } from './queries.ts'

type Endpoint = Pick<InboxEndpoint, 'hub' | 'name' | 'counts' | 'handled_by' | 'last_release'>

/** In a narrow column only the icon is visible, so that the heads of all columns are equally high. */
const buttonClass = 'ms-auto -me-2 -my-1.5 text-13 whitespace-nowrap'
const textClass = '@max-2xs:sr-only'

export function ReleaseAll({ endpoint: { hub, name, counts, handled_by } }: { endpoint: Endpoint }) {
  const [asking, setAsking] = useState(false)
  const { release } = useReleaseAll(hub)
  return (
    <>
      <Button
        look="quiet"
        className={buttonClass}
        title={inbox.releaseAll}
        icon={<Undo2 aria-hidden />}
        busy={release.isPending}
        onClick={() => setAsking(true)}
      >
        <span className={textClass}>{inbox.releaseAll}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={inbox.releaseAllAsk(counts.quarantined)}
        confirmLabel={inbox.releaseAll}
        cancelLabel={common.cancel}
        busy={release.isPending}
        isHarmless
        onConfirm={() => release.mutate(name, { onSettled: () => setAsking(false) })}
      >
        {inbox.releaseAllText(handled_by.map(workflowName))} {inbox.releaseAllBack}
      </ConfirmDialog>
    </>
  )
}

export function UndoRelease({ endpoint: { hub, last_release: last } }: { endpoint: Endpoint }) {
  const { undo } = useReleaseAll(hub)
  if (last === null) return null
  return (
    <Button
      look="quiet"
      className={buttonClass}
      title={inbox.undoReleaseHint(last.waiting, last.by)}
      icon={<Redo2 aria-hidden />}
      busy={undo.isPending}
      onClick={() => undo.mutate(last.id)}
    >
      <span className={textClass}>{inbox.undoRelease}</span>
    </Button>
  )
}
