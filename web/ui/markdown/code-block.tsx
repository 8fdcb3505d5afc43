import { Download, PanelRightOpen, WrapText } from 'lucide-react'
import { useContext, useState, type ReactNode } from 'react'
import { CopyButton } from '../copy-button.tsx'
import { cx } from '../cx.ts'
import { downloadText } from '../download.ts'
import { IconButton } from '../icon-button.tsx'
import { fileNameOf } from './code-file.ts'
import type { ColouredLine } from './coloured-line.ts'
import { showDirections } from './directions.ts'
import { useColours } from './colours.ts'
import { CodeOpening, openedCode } from './opening.ts'
import { markdownMessages as texts } from './messages.ts'
import { WholeView } from './whole.ts'

export interface CodeBlockProps {
  code: string
  /** Text after the opening fence; its first word is the language. */
  info: string
  settled: boolean
  acts?: ReactNode
}

const SHOWN = 30

export function CodeBlock({ code, info, settled, acts }: CodeBlockProps) {
  const text = code.replace(/\n$/, '')
  const visible = showDirections(text)
  const language = info.trim().split(/\s+/)[0] ?? ''
  const [wraps, setWraps] = useState(false)
  const [unfolded, setUnfolded] = useState(false)
  const count = lineCount(text)
  const isWhole = useContext(WholeView)
  const open = useContext(CodeOpening)
  const opened = open && settled ? openedCode(info, text, count) : null
  const isLong = count > SHOWN && !isWhole
  const lines = useColours(visible, language, settled)
  const shown = isLong && !unfolded ? SHOWN : count
  return (
    <figure className="code-block" dir="ltr">
      <figcaption>
        <span className="language">{language}</span>
        {acts}
        {opened && (
          <IconButton label={texts.openCode} onClick={() => open?.(opened)}>
            <PanelRightOpen aria-hidden className="rtl:-scale-x-100" />
          </IconButton>
        )}
        <IconButton label={texts.wrap} aria-pressed={wraps} onClick={() => setWraps(!wraps)}>
          <WrapText aria-hidden />
        </IconButton>
        <IconButton label={texts.download} onClick={() => downloadText(fileNameOf(info), `${text}\n`)}>
          <Download aria-hidden />
        </IconButton>
        <CopyButton label={texts.copyCode} copiedLabel={texts.copied} text={() => text} />
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll by keyboard */}
      <pre tabIndex={0} role="region" aria-label={texts.code(language)} className={cx(wraps && 'wraps')}>
        <code>
          <Code text={visible} language={language} lines={lines} shown={shown} />
        </code>
      </pre>
      {isLong && (
        <button
          type="button"
          className="more"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? texts.showLess : texts.showLines(count)}
        </button>
      )}
    </figure>
  )
}

interface CodeProps {
  text: string
  language: string
  lines: readonly ColouredLine[] | null
  shown: number
}

function Code({ text, language, lines, shown }: CodeProps) {
  if (/^(?:diff|patch)$/i.test(language)) return <Diff lines={text.split('\n', shown)} />
  if (!lines) return text.split('\n', shown).join('\n')
  return lines.slice(0, shown).map((line, row) => (
    // oxlint-disable-next-line react/no-array-index-key -- lines of a settled text never move
    <span key={row}>
      {line.map(({ text, colour }, column) => (
        // oxlint-disable-next-line react/no-array-index-key
        <span key={column} style={{ color: colour }}>
          {text}
        </span>
      ))}
      {'\n'}
    </span>
  ))
}

const Diff = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line, row) => (
    // oxlint-disable-next-line react/no-array-index-key -- lines are only ever added at the end
    <span key={row} className={diffClass(line)}>
      {line}
      {'\n'}
    </span>
  ))

function diffClass(line: string): string | undefined {
  if (/^(?:\+\+\+|---|@@|diff |index )/.test(line)) return 'diff-place'
  if (line.startsWith('+')) return 'diff-added'
  return line.startsWith('-') ? 'diff-removed' : undefined
}

function lineCount(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++
  return count
}
