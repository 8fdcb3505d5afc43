import { ChevronRight } from 'lucide-react'
import { useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { cx } from '../../cx.ts'
import { bodyTexts as body } from '../messages.ts'
import {
  ExactNumber,
  isList,
  parentPath,
  startOpen,
  STEP,
  visibleLines,
  type JsonLine,
  type JsonShown,
} from './json-lines.ts'

export function JsonTree({ root }: { root: unknown }) {
  const [state, setState] = useState<JsonShown>(() => ({ open: startOpen(root), shown: new Map() }))
  const [at, setAt] = useState('')
  const tree = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => visibleLines(root, state), [root, state])
  const index = Math.max(
    0,
    lines.findIndex(({ path }) => path === at),
  )
  const go = (to: number | string) => {
    const next = typeof to === 'string' ? lines.findIndex(({ path }) => path === to) : to
    const line = lines[Math.min(Math.max(next, 0), lines.length - 1)]
    if (!line) return
    setAt(line.path)
    tree.current?.querySelector<HTMLElement>(`#${CSS.escape(idOf(line))}`)?.focus()
  }
  const toggle = (line: JsonLine) => setState((before) => toggled(before, line))
  function onKeyDown(event: KeyboardEvent) {
    const line = lines[index]
    if (!line || event.altKey || event.ctrlKey || event.metaKey) return
    const act = {
      ArrowDown: () => go(index + 1),
      ArrowUp: () => go(index - 1),
      Home: () => go(0),
      End: () => go(lines.length - 1),
      ArrowRight: () => (line.isOpen ? go(index + 1) : line.count > 0 && toggle(line)),
      ArrowLeft: () => (line.isOpen ? toggle(line) : go(parentPath(line.path))),
      Enter: () => toggle(line),
      ' ': () => toggle(line),
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <div
      ref={tree}
      role="tree"
      aria-label={body.tree}
      tabIndex={-1}
      dir="ltr"
      onKeyDown={onKeyDown}
      className="h-full overflow-auto py-2 font-mono text-13"
    >
      {lines.map((line, row) => (
        <TreeLine
          key={line.path}
          line={line}
          isReached={row === index}
          onPress={() => {
            setAt(line.path)
            toggle(line)
          }}
        />
      ))}
    </div>
  )
}

const idOf = ({ path }: JsonLine): string => `json${path}`

function toggled({ open, shown }: JsonShown, line: JsonLine): JsonShown {
  if (line.kind === 'leaf') return { open, shown }
  if (line.kind === 'more') {
    const branch = parentPath(line.path)
    return { open, shown: new Map(shown).set(branch, (shown.get(branch) ?? STEP) + STEP) }
  }
  const next = new Set(open)
  if (!next.delete(line.path)) next.add(line.path)
  return { open: next, shown }
}

const MAX_INDENT_LEVELS = 24

function TreeLine({ line, isReached, onPress }: { line: JsonLine; isReached: boolean; onPress(): void }) {
  const { kind, key, depth, isOpen, count } = line
  return (
    // The tree handles the keys of its lines.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={idOf(line)}
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={kind === 'branch' && count > 0 ? isOpen : undefined}
      aria-selected={false}
      tabIndex={isReached ? 0 : -1}
      onClick={onPress}
      style={{ paddingInlineStart: `${0.5 + Math.min(depth, MAX_INDENT_LEVELS) * 1.25}rem` }}
      className={cx(
        'flex items-start gap-1 pe-4 leading-6 hover:bg-hover focus-visible:-outline-offset-2',
        (kind === 'more' || count > 0) && 'cursor-pointer',
      )}
    >
      <ChevronRight
        aria-hidden
        className={cx(
          'mt-1 size-4 shrink-0 text-faint transition-transform',
          isOpen && 'rotate-90',
          (kind !== 'branch' || count === 0) && 'invisible',
        )}
      />
      <span className="min-w-0 break-words whitespace-pre-wrap">
        {key !== null && (
          <>
            <span className="text-(--syntax-token-function)">{key}</span>
            <span className="text-faint">: </span>
          </>
        )}
        {kind === 'more' ? (
          <span className="text-accent-text">{body.more(count)}</span>
        ) : kind === 'branch' ? (
          <Branch line={line} />
        ) : (
          <Leaf value={line.value} />
        )}
      </span>
    </div>
  )
}

function Branch({ line: { value, count, isOpen } }: { line: JsonLine }) {
  const [start, end] = isList(value) ? ['[', ']'] : ['{', '}']
  const size = isList(value) ? body.items(count) : body.keys(count)
  if (count === 0) return <span className="text-faint">{start + end}</span>
  return (
    <span className="text-faint">
      {isOpen ? start : `${start}…${end}`} <span className="font-sans text-12">{size}</span>
    </span>
  )
}

/** In characters. The source view shows the whole text. */
const MAX_TEXT_LENGTH = 2_000

function Leaf({ value }: { value: unknown }) {
  if (typeof value === 'string') {
    const text = JSON.stringify(
      value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH)}…` : value,
    )
    return <span className="text-(--syntax-token-string)">{text}</span>
  }
  if (typeof value === 'object' && value !== null && !(value instanceof ExactNumber))
    return <span className="text-faint">{isList(value) ? '[…]' : '{…}'}</span>
  const text = value instanceof ExactNumber ? value.text : String(value)
  return <span className="text-(--syntax-token-constant)">{text}</span>
}
