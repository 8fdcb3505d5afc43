import type { ComponentProps } from 'react'
import { cx } from '../../ui/cx.ts'

export const MainPart = ({ className, ...rest }: ComponentProps<'main'>) => (
  <main id="conversation" tabIndex={-1} className={cx('min-h-0 flex-1 outline-none', className)} {...rest} />
)
