import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { cx } from '../../cx.ts'
import { bodyTexts as body } from '../messages.ts'
import type { CsvTable as Table } from './csv.ts'
import { numberColumns, orderRows, type CsvOrder } from './csv-order.ts'

const MAX_ROWS = 5_000
const MAX_COLUMNS = 200
const MAX_CELLS = 100_000
const FIRST_ROWS = 100

export interface CsvTableProps {
  table: Table
  isCut?: boolean
}

export function CsvTable({ table, isCut = false }: CsvTableProps) {
  const [order, setOrder] = useState<CsvOrder | null>(null)
  const columns = Math.min(table.head.length, MAX_COLUMNS)
  const areNumbers = useMemo(() => numberColumns(table, columns), [table, columns])
  const shown = useMemo(() => {
    const rows =
      order && areNumbers[order.column] !== undefined
        ? orderRows(table, order, areNumbers[order.column]!)
        : table.rows
    return rows.slice(0, Math.min(MAX_ROWS, Math.floor(MAX_CELLS / columns)))
  }, [table, order, areNumbers, columns])
  const rows = useDeferredValue(shown, shown.slice(0, FIRST_ROWS))
  const notes = [
    isCut && order !== null && body.sortedPart,
    shown.length < table.rows.length && body.firstRows(shown.length, table.rows.length),
    columns < table.head.length && body.firstColumns(columns, table.head.length),
  ].filter(Boolean)
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div
        role="region"
        aria-label={body.table}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2"
      >
        <table className="w-max min-w-full border-separate border-spacing-0 text-start text-13 tabular-nums">
          <thead>
            <tr>
              <th scope="col" className={cx(HEAD, 'start-0 z-11 w-px px-3 text-end font-normal')}>
                <span className="sr-only">{body.row}</span>
              </th>
              {table.head.slice(0, columns).map((name, column) => (
                <HeadCell
                  // oxlint-disable-next-line react/no-array-index-key -- columns of a file never move
                  key={column}
                  name={name || body.column(column + 1)}
                  isNumber={areNumbers[column]!}
                  order={order?.column === column ? order : null}
                  onOrder={() => setOrder((before) => nextOrder(before, column))}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no names
              <tr key={at} className="hover:bg-hover">
                <td className="sticky start-0 border-b border-line bg-canvas px-3 py-1.5 text-end text-12 text-faint">
                  {at + 1}
                </td>
                {areNumbers.map((isNumber, column) => (
                  <td
                    // oxlint-disable-next-line react/no-array-index-key
                    key={column}
                    className={cx(
                      'max-w-96 border-b border-line px-3 py-1.5 align-top break-words whitespace-pre-wrap',
                      isNumber && 'text-end',
                    )}
                  >
                    {row[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {notes.length > 0 && (
        <p className="shrink-0 border-t border-line bg-sunken px-3 py-2 text-13 text-muted">
          {[...notes, body.downloadForAll].join(' ')}
        </p>
      )}
    </div>
  )
}

const HEAD = 'sticky top-0 border-b border-line bg-sunken'

interface HeadCellProps {
  name: string
  isNumber: boolean
  /** Null: the table is not sorted by this column. */
  order: CsvOrder | null
  onOrder(): void
}

function HeadCell({ name, isNumber, order, onOrder }: HeadCellProps) {
  const Icon = order ? (order.isDescending ? ArrowDown : ArrowUp) : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={order ? (order.isDescending ? 'descending' : 'ascending') : undefined}
      className={cx(HEAD, 'z-10 p-0')}
    >
      <button
        type="button"
        onClick={onOrder}
        className={cx(
          'group flex min-h-9 w-full max-w-96 items-center gap-1 px-3 py-1 text-12 font-medium text-muted hover:bg-hover hover:text-text focus-visible:-outline-offset-2',
          isNumber ? 'flex-row-reverse text-end' : 'text-start',
        )}
      >
        <span className="break-words">{name}</span>
        <Icon
          aria-hidden
          className={cx(
            'size-3.5 shrink-0',
            !order && 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60',
          )}
        />
      </button>
    </th>
  )
}

/** A click on a heading sorts ascending, the next descending, and the third restores the order of the file. */
function nextOrder(before: CsvOrder | null, column: number): CsvOrder | null {
  if (before?.column !== column) return { column, isDescending: false }
  return before.isDescending ? null : { column, isDescending: true }
}
