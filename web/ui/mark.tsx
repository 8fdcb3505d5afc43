import { cx } from './cx.ts'

export const Mark = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 32 32" aria-hidden className={cx('shrink-0 fill-accent stroke-on-accent', className)}>
    <rect width="32" height="32" rx="8" stroke="none" />
    <path d="M16 8v16M9 12l14 8M23 12 9 20" strokeWidth="2.5" strokeLinecap="round" />
    <circle cx="16" cy="16" r="4.25" className="fill-on-accent stroke-none" />
  </svg>
)
