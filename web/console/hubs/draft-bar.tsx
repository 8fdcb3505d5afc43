import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { LeaveQuestion } from '../kit/leave-question.tsx'
import { hubs } from './messages.ts'
import { countChanges } from './draft.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import type { PermissionCatalog } from '#core/access/schema.ts'
import type { useDraft } from './use-draft.ts'

export interface DraftBarProps {
  edits: ReturnType<typeof useDraft>
  catalog: PermissionCatalog
}

export function DraftBar({ edits, catalog }: DraftBarProps) {
  const count = countChanges(edits.draft)
  return count > 0 && <Edits edits={edits} catalog={catalog} count={count} />
}

function Edits({ edits, catalog, count }: DraftBarProps & { count: number }) {
  const { conflict, discard } = edits
  const [reviewing, setReviewing] = useState(false)
  return (
    <>
      <LeaveQuestion text={hubs.leave} />
      <section
        aria-label={hubs.draft}
        className="sticky bottom-0 z-30 flex animate-rise flex-wrap items-center justify-between gap-2 rounded-l border border-line bg-raised px-4 py-2.5 shadow-2"
      >
        <p role="status" className="font-medium tabular-nums">
          {hubs.changes(count)}
        </p>
        <div className="flex gap-2">
          <Button onClick={discard}>{hubs.discard}</Button>
          <Button look="primary" onClick={() => setReviewing(true)}>
            {hubs.review}
          </Button>
        </div>
      </section>
      {reviewing && !conflict && (
        <ReviewDialog edits={edits} catalog={catalog} onClose={() => setReviewing(false)} />
      )}
      {conflict && (
        <ConflictDialog
          edits={edits}
          conflict={conflict}
          catalog={catalog}
          onClose={() => {
            setReviewing(false)
            edits.clearConflict()
          }}
        />
      )}
    </>
  )
}
