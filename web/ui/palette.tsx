import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { isComposing } from './keyboard.ts'
import { overlayClass } from './overlays/classes.ts'
import { useDismissal } from './focus-return.ts'

export interface PaletteEntry {
  id: string
  group: string
  label: ReactNode
  detail?: string | undefined
  below?: ReactNode
  keys?: string | undefined
  icon: ReactNode
  onChoose(): void
}

export interface PaletteProps {
  open: boolean
  onClose(): void
  label: string
  text: string
  onText(text: string): void
  entries: readonly PaletteEntry[]
  nothing: string
  hint?: string
}

export function Palette({ open, onClose, label, text, onText, entries, nothing, hint }: PaletteProps) {
  const id = useId()
  const { root, content } = useDismissal(onClose)
  // Selected entry by id, because entries may change while the person moves through them.
  const [wanted, setWanted] = useState<string>()
  const at = Math.max(
    entries.findIndex((entry) => entry.id === wanted),
    0,
  )
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && entries.length > 0) {
      event.preventDefault()
      const next = (at + step + entries.length) % entries.length
      setWanted(entries[next]?.id)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      entries[at]?.onChoose()
    }
  }
  return (
    <Dialog.Root open={open} {...root}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          {...content}
          aria-describedby={undefined}
          className="fixed start-1/2 top-[12vh] z-40 flex max-h-[70vh] w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 animate-appear flex-col overflow-hidden rounded-l border border-line bg-raised shadow-2 rtl:translate-x-1/2"
        >
          <Dialog.Title className="sr-only">{label}</Dialog.Title>
          <div className="flex items-center gap-2 border-b border-line px-4">
            <Search aria-hidden className="size-4 shrink-0 text-faint" />
            <input
              role="combobox"
              aria-label={label}
              aria-expanded
              aria-controls={`${id}-list`}
              aria-activedescendant={entries[at] ? `${id}-${at}` : undefined}
              autoComplete="off"
              placeholder={label}
              value={text}
              onChange={(event) => {
                onText(event.currentTarget.value)
                setWanted(undefined)
              }}
              onKeyDown={onKeyDown}
              className="min-h-12 w-full bg-transparent text-16 leading-5 outline-none placeholder:text-faint sm:text-14"
            />
          </div>
          <div id={`${id}-list`} role="listbox" aria-label={label} className="min-h-0 overflow-y-auto p-1.5">
            {groupsOf(entries).map(({ heading, first, lines }) => (
              <div key={heading} role="group" aria-label={heading}>
                <p aria-hidden className="px-2.5 pt-2 pb-1 text-12 font-medium text-faint">
                  {heading}
                </p>
                {lines.map((entry, index) => (
                  <PaletteLine
                    key={entry.id}
                    id={`${id}-${first + index}`}
                    entry={entry}
                    chosen={first + index === at}
                    onPoint={() => setWanted(entry.id)}
                  />
                ))}
              </div>
            ))}
          </div>
          <p role="status" className={entries.length > 0 ? 'sr-only' : 'px-4 pb-5 text-13 text-muted'}>
            {entries.length === 0 ? nothing : ''}
          </p>
          {hint && <Hint text={hint} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const Hint = ({ text }: { text: string }) => (
  <p
    aria-hidden
    className="border-t border-line px-4 py-2 text-12 text-faint max-sm:hidden pointer-coarse:hidden"
  >
    {text}
  </p>
)

function groupsOf(entries: readonly PaletteEntry[]) {
  const groups: { heading: string; first: number; lines: PaletteEntry[] }[] = []
  for (const [index, entry] of entries.entries()) {
    const last = groups.at(-1)
    if (last?.heading === entry.group) last.lines.push(entry)
    else groups.push({ heading: entry.group, first: index, lines: [entry] })
  }
  return groups
}

interface PaletteLineProps {
  id: string
  entry: PaletteEntry
  chosen: boolean
  onPoint(): void
}

function PaletteLine({ id, entry, chosen, onPoint }: PaletteLineProps) {
  return (
    // The text box handles the keys of the entries.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      onClick={entry.onChoose}
      onPointerMove={onPoint}
      className={cx(
        'flex min-h-hit cursor-pointer items-center gap-2.5 rounded-s px-2.5 py-1 text-14 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted',
        chosen && 'bg-hover',
      )}
    >
      {entry.icon}
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate">
          {entry.label}
        </span>
        {entry.below && (
          <span dir="auto" className="block truncate text-12 text-muted">
            {entry.below}
          </span>
        )}
      </span>
      {entry.detail && <span className="max-w-2/5 truncate text-12 text-faint">{entry.detail}</span>}
      {entry.keys && (
        <kbd className="shrink-0 font-sans text-12 text-faint pointer-coarse:hidden">{entry.keys}</kbd>
      )}
    </div>
  )
}
