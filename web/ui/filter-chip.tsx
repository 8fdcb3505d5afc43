import { ChevronDown, X } from 'lucide-react'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'
import { Menu, MenuChoice } from './menu.tsx'

export interface FilterChipProps<Value extends string> {
  label: string
  /** Empty: no filter. */
  value: Value | ''
  closedLabel?: string | undefined
  options: readonly { value: Value; label: string; detail?: string | undefined }[]
  clearLabel: string
  onChange(value: Value | ''): void
}

export function FilterChip<Value extends string>(props: FilterChipProps<Value>) {
  const { label, value, closedLabel, options, clearLabel, onChange } = props
  const chosen = options.find((option) => option.value === value)
  return (
    <span
      className={cx(
        'inline-flex min-h-hit max-w-full items-center rounded-m border text-14',
        value ? 'border-transparent bg-accent-soft' : 'border-line bg-raised',
      )}
    >
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            className={cx(
              'inline-flex min-h-hit min-w-0 items-center gap-1.5 rounded-m px-2.5 hover:bg-hover data-[state=open]:bg-hover',
              value ? 'text-text' : 'text-muted',
            )}
          >
            <span className="truncate">
              {label}
              {value && (
                <>
                  {': '}
                  <span className="font-medium">{closedLabel ?? chosen?.label ?? value}</span>
                </>
              )}
            </span>
            {!value && <ChevronDown aria-hidden className="size-3.5 shrink-0" />}
          </button>
        }
      >
        <MenuChoice label={label} value={value} options={options} onChange={onChange} />
      </Menu>
      {value && (
        <IconButton label={clearLabel} onClick={() => onChange('')}>
          <X aria-hidden className="size-3.5!" />
        </IconButton>
      )}
    </span>
  )
}
