import { Check, Hourglass, Landmark, UsersRound } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import { toast } from '../../ui/toast.tsx'
import { tooltip } from '../../ui/tooltips.ts'
import { untilText } from '../access/until.tsx'
import { hubs } from './messages.ts'
import type { CellState } from './cell-state.ts'

export interface MatrixCellProps {
  state: CellState
  person: string
  permission: string
  onToggle(): void
}

/** A filled square: granted. A ring: inherited. A dot: edited. */
export function MatrixCell({ state, person, permission, onToggle }: MatrixCellProps) {
  const { held, via, until, isEdited, lock } = state
  const source = held === 'inherited' ? (via ?? 'organization') : held
  const text = [hubs.held[source], untilText(until), isEdited ? hubs.edited : null, lock]
    .filter(Boolean)
    .join(' · ')
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={held === 'granted'}
      aria-disabled={lock !== null || undefined}
      aria-label={`${permission}, ${person}: ${text}`}
      data-cell
      {...tooltip(`${permission}: ${text}`)}
      tabIndex={-1}
      onClick={() => (lock === null ? onToggle() : toast({ text: lock }))}
      className={cx(
        'relative mx-auto flex size-hit scroll-ms-44 scroll-mt-16 items-center justify-center rounded-s',
        lock === null ? 'hover:bg-hover' : 'cursor-not-allowed opacity-45',
      )}
    >
      <span
        className={cx(
          'flex size-5 items-center justify-center border [&_svg]:size-3.5',
          held === 'granted' && 'rounded-s border-accent bg-accent text-on-accent',
          held === 'inherited' && 'rounded-full border-accent-text text-accent-text [&_svg]:size-3',
          held === 'none' && 'rounded-s border-line-strong',
        )}
      >
        {held === 'granted' && <Check aria-hidden />}
        {held === 'inherited' && (via === 'everyone' ? <UsersRound aria-hidden /> : <Landmark aria-hidden />)}
      </span>
      {until !== null && <Hourglass aria-hidden className="absolute end-0 bottom-0.5 size-3 text-muted" />}
      {isEdited && (
        <span
          className="absolute end-0.5 top-0.5 size-2 rounded-full border border-raised bg-warn"
          aria-hidden
        />
      )}
    </button>
  )
}
