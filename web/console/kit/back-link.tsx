import { createLink } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import type { ComponentProps } from 'react'

/** A negative margin compensates for the height of the touch target. */
export const BackLink = createLink(({ children, ...rest }: ComponentProps<'a'>) => (
  <a
    {...rest}
    className="my-[calc((1.25rem-var(--hit))/2)] -ms-1 inline-flex min-h-hit max-w-full items-center gap-1 self-start text-13 text-muted hover:text-text"
  >
    <ChevronLeft aria-hidden className="size-4 shrink-0 rtl:-scale-x-100" />
    <span className="truncate">{children}</span>
  </a>
))
