import { Fragment } from 'react'
import { cx } from '../../cx.ts'
import { showDirections } from '../../markdown/directions.ts'
import { compareTexts as texts } from '../messages.ts'
import type { ChangedLine, ChangedRegions } from './changes.ts'

const MAX_LINES = 4_000

export function ChangedLines({ changes }: { changes: ChangedRegions }) {
  const shown = firstLines(changes, MAX_LINES)
  const isCut = changes.flat().length > MAX_LINES
  return (
    <div
      role="region"
      aria-label={texts.changes}
      dir="ltr"
      // Makes the element scrollable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="h-full overflow-auto font-mono text-13 focus-visible:-outline-offset-2"
    >
      <table className="w-full border-collapse">
        <tbody>
          {shown.map((lines, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- places of a settled comparison never move
            <Fragment key={place}>
              {place > 0 && <Gap />}
              {lines.map((line, row) => (
                // oxlint-disable-next-line react/no-array-index-key
                <Line key={row} line={line} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      {isCut && (
        <p className="border-t border-line bg-sunken px-3 py-2 font-sans text-13 text-muted">{texts.cut}</p>
      )}
    </div>
  )
}

const Line = ({ line: { sign, at, text } }: { line: ChangedLine }) => (
  <tr className={cx(sign === '+' && 'bg-ok-soft', sign === '-' && 'bg-danger-soft')}>
    <td className="w-px border-e border-line px-3 text-end align-top text-faint select-none">{at}</td>
    <td className="w-px ps-2 align-top text-muted">
      <span aria-hidden>{sign}</span>
      <span className="sr-only">{sign === '+' ? texts.added : sign === '-' ? texts.removed : ''}</span>
    </td>
    <td className="py-px ps-1 pe-4 break-words whitespace-pre-wrap [overflow-wrap:anywhere]">
      {showDirections(text)}
    </td>
  </tr>
)

const Gap = () => (
  <tr className="border-y border-line bg-sunken text-faint">
    <td colSpan={3} aria-hidden className="px-3 select-none">
      ⋯
    </td>
  </tr>
)

function firstLines(changes: ChangedRegions, most: number): ChangedRegions {
  const shown: (readonly ChangedLine[])[] = []
  let room = most
  for (const lines of changes) {
    if (room <= 0) break
    shown.push(lines.slice(0, room))
    room -= lines.length
  }
  return shown
}
