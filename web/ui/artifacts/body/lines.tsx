import { useMemo } from 'react'
import { showDirections } from '../../markdown/directions.ts'
import { useColours } from '../../markdown/colours.ts'

export interface LinesProps {
  label: string
  text: string
  /** Empty for plain text. */
  language: string
}

export function TextLines({ label, text: whole, language }: LinesProps) {
  const text = showDirections(whole.replace(/\r?\n$/, ''))
  const lines = useColours(text, language, true)
  const numbers = useMemo(
    () => Array.from({ length: lineCount(text) }, (_, row) => row + 1).join('\n'),
    [text],
  )
  return (
    <div
      role="region"
      aria-label={label}
      dir="ltr"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="h-full overflow-auto font-mono text-13 focus-visible:-outline-offset-2"
    >
      <div className="flex min-h-full w-max min-w-full">
        <pre
          aria-hidden
          className="sticky start-0 shrink-0 border-e border-line bg-canvas py-3 ps-4 pe-3 text-end text-faint select-none"
        >
          {numbers}
        </pre>
        <pre className="flex-1 py-3 ps-4 pe-6 tab-2">
          <code>
            {lines
              ? lines.map((line, row) => (
                  // oxlint-disable-next-line react/no-array-index-key -- lines of a settled text never move
                  <span key={row}>
                    {line.map((piece, column) => (
                      // oxlint-disable-next-line react/no-array-index-key
                      <span key={column} style={{ color: piece.colour }}>
                        {piece.text}
                      </span>
                    ))}
                    {row < lines.length - 1 && '\n'}
                  </span>
                ))
              : text}
          </code>
        </pre>
      </div>
    </div>
  )
}

/** A final line end adds no line. */
export const lineCount = (text: string): number => text.replace(/\n$/, '').split('\n').length
