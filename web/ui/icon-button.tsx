import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { tooltip } from './tooltips.ts'

export interface IconButtonProps extends ComponentProps<'button'> {
  label: string
  keys?: string
  look?: 'quiet' | 'filled'
}

const LOOKS = {
  quiet: 'rounded-m text-muted hover:bg-hover hover:text-text data-[state=open]:bg-hover',
  filled:
    'rounded-full bg-accent text-on-accent hover:bg-accent-hover aria-disabled:bg-selected aria-disabled:text-faint',
} as const

export function IconButton({ label, keys, look = 'quiet', className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...tooltip(label, keys)}
      {...rest}
      className={cx(
        'inline-flex size-hit shrink-0 items-center justify-center transition-colors',
        'disabled:cursor-not-allowed disabled:opacity-45 aria-disabled:cursor-not-allowed',
        LOOKS[look],
        '[&_svg]:size-4 [&_svg]:shrink-0',
        className,
      )}
    >
      {children}
    </button>
  )
}
