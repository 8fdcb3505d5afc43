import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Tone = 'neutral' | 'ok' | 'warn' | 'danger' | 'accent'

const TONES: Record<Tone, string> = {
  neutral: 'border-line text-muted',
  ok: 'border-line text-ok',
  warn: 'border-transparent bg-warn-soft text-warn',
  danger: 'border-transparent bg-danger-soft text-danger',
  accent: 'border-transparent bg-accent-soft text-accent-text',
}

export interface BadgeProps {
  tone?: Tone
  icon?: ReactNode
  /** In a narrow table, which would otherwise scroll sideways. */
  wraps?: boolean
  children: ReactNode
}

export const Badge = ({ tone = 'neutral', icon, wraps = false, children }: BadgeProps) => (
  <span
    className={cx(
      'inline-flex max-w-full items-center gap-1 rounded-full border px-2 py-0.5 text-12 font-medium whitespace-nowrap [&_svg]:size-3 [&_svg]:shrink-0',
      wraps && '@max-md:rounded-m @max-md:whitespace-normal',
      TONES[tone],
    )}
  >
    {icon}
    <span className={cx('truncate', wraps && '@max-md:whitespace-normal')}>{children}</span>
  </span>
)
