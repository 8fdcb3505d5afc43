import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react'

const STOP = '[data-cell]'

/**
 * Tab reaches only the last used control, so a single Tab leaves the table.
 * Spread the result on the `tbody`; its controls need `data-cell` and `tabIndex={-1}`.
 */
export function useRoving() {
  const body = useRef<HTMLTableSectionElement>(null)
  // Runs after each change of the rows, which may have removed the control with the tab stop.
  useLayoutEffect(() => {
    if (body.current?.querySelector(`${STOP}[tabindex="0"]`)) return
    const first =
      body.current?.querySelector<HTMLElement>('[role=checkbox]:not([aria-disabled])[data-cell]') ??
      body.current?.querySelector<HTMLElement>(STOP)
    if (first) first.tabIndex = 0
  })
  return {
    ref: body,
    onFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
      if (!target.matches(STOP)) return
      for (const before of currentTarget.querySelectorAll<HTMLElement>(`${STOP}[tabindex="0"]`))
        before.tabIndex = -1
      target.tabIndex = 0
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const target = event.target as HTMLElement
      if (!target.matches(STOP)) return
      const rows = [...event.currentTarget.children].map((row) => [
        ...row.querySelectorAll<HTMLElement>(STOP),
      ])
      const row = rows.findIndex((cells) => cells.includes(target))
      const step = nextCell(event, {
        row,
        column: rows[row]!.indexOf(target),
        rows: rows.length,
        columns: rows[row]!.length,
        page: rowsInSight(event.currentTarget),
      })
      const next = step && rows[step.row]?.[step.column]
      if (!next) return
      event.preventDefault()
      next.focus()
    },
  }
}

export const enterTable = (): void =>
  document.querySelector<HTMLElement>(`table ${STOP}[tabindex="0"]`)?.focus()

interface GridCell {
  row: number
  column: number
}

function nextCell(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  { row, column, rows, columns, page }: GridCell & { rows: number; columns: number; page: number },
): GridCell | null {
  if (altKey || metaKey) return null
  if (ctrlKey && key !== 'Home' && key !== 'End') return null
  const within = (wanted: number) => Math.min(Math.max(wanted, 0), rows - 1)
  switch (key) {
    case 'ArrowLeft':
      return { row, column: column - 1 }
    case 'ArrowRight':
      return { row, column: column + 1 }
    case 'ArrowUp':
      return { row: row - 1, column }
    case 'ArrowDown':
      return { row: row + 1, column }
    case 'Home':
      return { row: ctrlKey ? 0 : row, column: 0 }
    case 'End':
      return { row: ctrlKey ? rows - 1 : row, column: columns - 1 }
    case 'PageUp':
      return { row: within(row - page), column }
    case 'PageDown':
      return { row: within(row + page), column }
    default:
      return null
  }
}

const rowsInSight = (body: HTMLElement): number => {
  const frame = body.closest<HTMLElement>('[role=region]')?.clientHeight ?? 0
  const row = (body.firstElementChild as HTMLElement | null)?.offsetHeight ?? 0
  return row > 0 && frame > 0 ? Math.max(1, Math.floor(frame / row) - 2) : 10
}
