import { cx } from './cx.ts'
import { isComposing } from './keyboard.ts'

export interface FindFieldProps {
  label: string
  value: string
  onSearch(text: string): void
  /** 1 for Enter, -1 for Shift and Enter. */
  onNext?(by: 1 | -1): void
  className?: string
}

export const FindField = ({ label, value, onSearch, onNext, className }: FindFieldProps) => (
  <input
    type="search"
    aria-label={label}
    value={value}
    placeholder={label}
    autoComplete="off"
    spellCheck={false}
    className={cx(
      'min-h-hit w-full rounded-m border border-line-strong bg-raised px-3 text-14 placeholder:text-faint',
      className,
    )}
    onChange={(event) => onSearch(event.currentTarget.value)}
    onKeyDown={(event) => {
      if (event.key !== 'Enter' || !onNext || isComposing(event)) return
      event.preventDefault()
      onNext(event.shiftKey ? -1 : 1)
    }}
  />
)
