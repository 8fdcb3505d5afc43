import { cx } from './cx.ts'

export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden className={cx('animate-breathe rounded-s bg-selected', className)} />
)
