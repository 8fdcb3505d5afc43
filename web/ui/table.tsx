import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

export interface TableProps extends ComponentProps<'table'> {
  /** The accessible name. */
  label: string
  /** Older rows are still shown while newer ones come. */
  stale?: boolean
}

/**
 * Rows in a frame that scrolls sideways by itself; the header stays in sight. Columns may hide by the width of the frame,
 * with `@max-2xl:hidden` and the like.
 */
export function Table({ label, stale, className, children, ...rest }: TableProps) {
  return (
    <div
      role="region"
      aria-label={label}
      // Keyboards can scroll it too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="@container relative min-h-0 w-full overflow-auto rounded-l border border-line bg-raised"
    >
      <table
        aria-label={label}
        aria-busy={stale || undefined}
        {...rest}
        className={cx(
          'w-full border-separate border-spacing-0 text-start text-14 transition-opacity',
          stale && 'opacity-60',
          className,
        )}
      >
        {children}
      </table>
    </div>
  )
}

interface CellProps extends ComponentProps<'th'> {
  /** Numbers stand at the end, under each other. */
  number?: boolean
}

export const HeadCell = ({ number, className, ...rest }: CellProps) => (
  <th
    scope="col"
    {...rest}
    className={cx(
      'sticky top-0 z-10 h-9 border-b border-line bg-sunken px-3 text-12 font-medium whitespace-nowrap text-muted',
      number ? 'text-end' : 'text-start',
      className,
    )}
  />
)

export const Cell = ({ number, className, ...rest }: CellProps) => (
  <td
    {...rest}
    className={cx(
      'h-11 border-b border-line px-3 py-1.5 group-last:border-b-0',
      number && 'text-end tabular-nums',
      className,
    )}
  />
)

/**
 * A row. With `relative` cells' links that carry `rowLinkClass`, a click anywhere in the row follows the link; other
 * controls of the row stand above it with `relative z-1`.
 */
export const Row = ({ className, ...rest }: ComponentProps<'tr'>) => (
  <tr {...rest} className={cx('group relative transition-colors hover:bg-hover', className)} />
)

/** For the one link or button that a whole row stands for. */
export const rowLinkClass =
  'rounded-s text-start font-medium outline-offset-2 after:absolute after:inset-0 after:content-[""] hover:underline'
