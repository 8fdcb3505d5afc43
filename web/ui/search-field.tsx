import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'
import { isComposing } from './keyboard.ts'

export interface SearchFieldProps {
  label: string
  clearLabel: string
  value: string
  /** Called shortly after the last key, and at once for an empty text. */
  onSearch(text: string): void
  onText?(text: string): void
  /** Attributes of a combobox. */
  input?: Omit<ComponentProps<'input'>, 'value' | 'type' | 'onChange' | 'onKeyDown'>
  /** Shown over the content below the field. */
  below?: ReactNode
  isWhole?(text: string): boolean
  complete?(text: string): string | undefined
  onDown?(): void
  className?: string
}

const PAUSE_MS = 250

export function SearchField(props: SearchFieldProps) {
  const { label, clearLabel, input, below, onDown, className } = props
  const { text, type, commit, clear } = useTypedText(props)
  return (
    <search className={cx('relative', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute start-2.5 top-1/2 size-4 -translate-y-1/2 text-faint"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        {...input}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Enter') commit()
          if (event.key === 'Escape') clear()
          if (event.key === 'ArrowDown' && onDown) {
            event.preventDefault()
            onDown()
          }
        }}
        className={cx(
          'min-h-hit w-full rounded-m border border-line bg-canvas ps-8 text-16 leading-5 placeholder:text-faint sm:text-14 [&::-webkit-search-cancel-button]:hidden',
          text ? 'pe-9' : 'pe-2.5',
        )}
      />
      {text && (
        <IconButton label={clearLabel} onClick={clear} className="absolute end-0 top-0">
          <X aria-hidden />
        </IconButton>
      )}
      {below}
    </search>
  )
}

function useTypedText({
  value,
  onSearch,
  onText,
  isWhole = () => true,
  complete,
}: Pick<SearchFieldProps, 'value' | 'onSearch' | 'onText' | 'isWhole' | 'complete'>) {
  const [text, setText] = useState(value)
  const lastNotified = useRef(value)
  // The value changed elsewhere, for example by the back button.
  if (value !== lastNotified.current) {
    lastNotified.current = value
    setText(value)
  }
  const notify = (next: string) => {
    if (next === lastNotified.current) return
    lastNotified.current = next
    onSearch(next)
  }
  const notifyIfComplete = (next: string) => {
    if (next === '' || isWhole(next)) notify(next)
  }
  const latest = useRef(notifyIfComplete)
  useEffect(() => {
    latest.current = notifyIfComplete
  })
  useEffect(() => {
    const timer = setTimeout(() => latest.current(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const type = (next: string) => {
    setText(next)
    onText?.(next)
  }
  return {
    text,
    type,
    commit() {
      const typed = text.trim()
      const whole = isWhole(typed) ? typed : (complete?.(typed) ?? typed)
      setText(whole)
      notify(whole)
    },
    clear() {
      type('')
      notify('')
    },
  }
}
