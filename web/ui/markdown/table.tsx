import { Copy } from 'lucide-react'
import { useContext, useState, type ReactNode } from 'react'
import { copyText } from '../clipboard.ts'
import { useHiddenSides } from '../hidden-sides.ts'
import { IconButton } from '../icon-button.tsx'
import { Menu, MenuItem } from '../menu.tsx'
import { markdownMessages as texts } from './messages.ts'
import type { Token } from './parser.ts'
import { asCsv, asMarkdown, firstRows, rowCount } from './table-text.ts'
import { WholeView } from './whole.ts'

export interface TableProps {
  tokens: readonly Token[]
  render(tokens: readonly Token[]): ReactNode
}

const SHOWN = 100

export function Table({ tokens, render }: TableProps) {
  const whole = useContext(WholeView)
  const [all, setAll] = useState(whole)
  const count = rowCount(tokens)
  const { scroller, hidden, onScroll } = useHiddenSides<HTMLDivElement>()
  const shown = all || count <= SHOWN ? tokens : firstRows(tokens, SHOWN)
  return (
    <div className="table-place">
      <div className="table-block" data-hidden={hidden}>
        {/* Focusable, so that a wide table scrolls by keyboard. */}
        {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex */}
        <div
          ref={scroller}
          role="region"
          aria-label={texts.table}
          tabIndex={0}
          className="table-scroll"
          onScroll={onScroll}
        >
          {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex */}
          <table>{render(shown)}</table>
        </div>
        <div className="table-menu">
          <Menu
            trigger={
              <IconButton label={texts.tableMenu}>
                <Copy aria-hidden />
              </IconButton>
            }
          >
            <MenuItem onSelect={() => void copyText(asCsv(tokens))}>{texts.copyCsv}</MenuItem>
            <MenuItem onSelect={() => void copyText(asMarkdown(tokens))}>{texts.copyMarkdown}</MenuItem>
          </Menu>
        </div>
        {shown !== tokens && (
          <button type="button" className="more" onClick={() => setAll(true)}>
            {texts.showRows(count)}
          </button>
        )}
      </div>
    </div>
  )
}
