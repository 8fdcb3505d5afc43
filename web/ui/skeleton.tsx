import { cx } from './cx.ts'

/** A block in the shape of what is on its way. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden className={cx('animate-breathe rounded-s bg-selected', className)} />
)
