import { LoaderCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { useLasting } from './lasting.ts'

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'link' | 'danger'

export interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
  /** True while the button's request runs. A button with this property sends once per double click. */
  busy?: boolean | undefined
  icon?: ReactNode
  round?: boolean
}

const LOOKS: Record<ButtonLook, string> = {
  primary: 'px-3 bg-accent text-on-accent hover:bg-accent-hover',
  plain: 'px-3 border border-line bg-raised text-text shadow-1 hover:bg-hover',
  quiet: 'px-3 text-muted hover:bg-hover hover:text-text',
  // Without padding, so that the text is aligned with the texts around it.
  link: 'text-accent-text underline-offset-4 hover:underline',
  danger: 'px-3 bg-danger-fill text-on-accent hover:opacity-90',
}

export function Button({
  look = 'plain',
  busy,
  icon,
  round,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  const showBusy = useLasting(busy === true)
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      data-once={busy === undefined ? undefined : ''}
      className={cx(
        'inline-flex min-h-hit items-center justify-center gap-2 py-1 text-14 font-medium transition-colors',
        'disabled:cursor-not-allowed disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
        round ? 'rounded-full' : 'rounded-m',
        LOOKS[look],
        className,
      )}
    >
      {showBusy ? <LoaderCircle className="animate-turn" aria-hidden /> : icon}
      {children}
    </button>
  )
}
