import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useArrived } from './arrived.ts'
import { cx } from './cx.ts'

export interface TableProps extends ComponentProps<'table'> {
  label: string
  stale?: boolean
}

export function Table({ label, stale, className, children, ...rest }: TableProps) {
  return (
    <div
      role="region"
      aria-label={label}
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
      number && 'text-end tabular-nums @xl:whitespace-nowrap',
      className,
    )}
  />
)

/** Controls in the row need `relative z-1`; otherwise a click on them follows the row's link. */
export const Row = ({ className, ...rest }: ComponentProps<'tr'>) => (
  <tr {...rest} className={cx('group relative transition-colors hover:bg-hover', className)} />
)

export const rowLinkClass =
  'rounded-s text-start font-medium outline-offset-2 after:absolute after:inset-0 after:content-[""] hover:underline'

export interface Column<Item> {
  head: string
  /** Key by which the server can sort the list. */
  sort?: string
  quiet?: boolean
  cell(item: Item): ReactNode
  number?: boolean
  from?: keyof typeof HIDDEN
  className?: string
}

const HIDDEN = {
  xl: '@max-xl:hidden',
  '2xl': '@max-2xl:hidden',
  '4xl': '@max-4xl:hidden',
  '5xl': '@max-5xl:hidden',
} as const

export interface TableOrder {
  by: string
  direction: 'ascending' | 'descending'
  /** False for a key that the list’s filters exclude. */
  isOffered(key: string): boolean
  onSort(key: string): void
}

export interface DataTableProps<Item> extends Pick<TableProps, 'label' | 'stale' | 'className'> {
  items: readonly Item[]
  keyOf(item: Item): string | number
  columns: readonly Column<Item>[]
  /** A row is highlighted for a moment when this text changes. */
  stateOf?(item: Item): string
  order?: TableOrder | undefined
}

export const DataTable = <Item,>({
  items,
  keyOf,
  columns,
  stateOf,
  order,
  ...table
}: DataTableProps<Item>) => {
  const arrived = useArrived(
    new Map(stateOf ? items.map((item) => [keyOf(item), stateOf(item)]) : []),
    table.stale ?? false,
  )
  return (
    <Table {...table}>
      <thead>
        <tr>
          {columns.map(({ head, quiet, number, from, sort }) => (
            <HeadCell
              key={head}
              number={number}
              className={from && HIDDEN[from]}
              aria-sort={order && sort !== undefined && sort === order.by ? order.direction : undefined}
            >
              {quiet ? (
                <span className="sr-only">{head}</span>
              ) : order && sort !== undefined && order.isOffered(sort) ? (
                <SortButton head={head} sort={sort} number={number} order={order} />
              ) : (
                head
              )}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={keyOf(item)} className={cx(arrived.has(keyOf(item)) && 'animate-arrive')}>
            {columns.map(({ head, cell, number, from, className }) => (
              <Cell key={head} number={number} className={cx(from && HIDDEN[from], className)}>
                {cell(item)}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

interface SortButtonProps {
  head: string
  sort: string
  number: boolean | undefined
  order: TableOrder
}

/** In a column of numbers the arrow precedes the title, so that the title stays aligned with the numbers. */
function SortButton({ head, sort, number, order }: SortButtonProps) {
  const isSorted = order.by === sort
  const Icon = !isSorted ? ChevronsUpDown : order.direction === 'ascending' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={() => order.onSort(sort)}
      className={cx(
        'group/sort -mx-2 inline-flex h-8 items-center gap-1 rounded-s px-2 hover:bg-hover hover:text-text pointer-coarse:h-hit',
        number && 'flex-row-reverse',
        isSorted && 'text-text',
      )}
    >
      {head}
      <Icon
        aria-hidden
        className={cx(
          'size-3.5 shrink-0',
          !isSorted && 'opacity-40 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100',
        )}
      />
    </button>
  )
}

export const AboveRow = ({ children }: { children: ReactNode }) => (
  <span className="relative z-1">{children}</span>
)
