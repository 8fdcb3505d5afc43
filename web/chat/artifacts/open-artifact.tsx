import { Link, useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** True if the previous history entry is the same page without the artifact. */
    isOpenedHere?: boolean
  }
}

export interface OpenArtifactProps {
  id: string
  look?: keyof typeof LOOKS
  label?: string
  onOpen?(): void
  children: ReactNode
}

const LOOKS = {
  plain: 'border border-line bg-raised shadow-1 hover:bg-hover',
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  quiet: 'text-muted hover:bg-hover hover:text-text',
} as const

export function OpenArtifact({ id, look = 'plain', label, onOpen, children }: OpenArtifactProps) {
  const opened = useRouterState({ select: ({ location }) => location.search.artifact })
  return (
    <Link
      to="."
      search={(before) => ({ ...before, artifact: id })}
      state={(before) => ({ ...before, isOpenedHere: opened === undefined || before.isOpenedHere === true })}
      replace={opened !== undefined}
      onClick={onOpen}
      aria-label={label}
      data-opened={opened === id}
      className={cx(
        'inline-flex min-h-hit shrink-0 items-center justify-center gap-1.5 rounded-m px-3 py-1 text-14 font-medium data-[opened=true]:bg-selected',
        LOOKS[look],
      )}
    >
      {children}
    </Link>
  )
}
