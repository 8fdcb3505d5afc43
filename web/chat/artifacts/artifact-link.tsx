import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

export interface ArtifactLinkProps {
  id: string
  look?: keyof typeof LOOKS
  /** Said in the place of what is shown. */
  label?: string
  children: ReactNode
}

const LOOKS = {
  plain: 'border border-line bg-raised shadow-1 hover:bg-hover',
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  quiet: 'text-muted hover:bg-hover hover:text-text',
} as const

/** The way to an artifact's page, which belongs to the Console's app; the chat stays open. */
export const ArtifactLink = ({ id, look = 'plain', label, children }: ArtifactLinkProps) => (
  <a
    href={`/portal/artifacts/${encodeURIComponent(id)}`}
    target="_blank"
    rel="noopener"
    aria-label={label}
    className={cx(
      'inline-flex min-h-hit shrink-0 items-center justify-center gap-1.5 rounded-m px-3 py-1 text-14 font-medium',
      LOOKS[look],
    )}
  >
    {children}
    <ArrowUpRight aria-hidden className="size-4 shrink-0" />
  </a>
)
