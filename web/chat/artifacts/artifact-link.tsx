import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

export interface ArtifactLinkProps {
  id: string
  isPrimary?: boolean
  children: ReactNode
}

/** The way to an artifact's page, which belongs to the Console's app; the chat stays open. */
export const ArtifactLink = ({ id, isPrimary, children }: ArtifactLinkProps) => (
  <a
    href={`/portal/artifacts/${encodeURIComponent(id)}`}
    target="_blank"
    rel="noopener"
    className={cx(
      'inline-flex min-h-hit shrink-0 items-center justify-center gap-1.5 rounded-m px-3 py-1 text-14 font-medium',
      isPrimary
        ? 'bg-accent text-on-accent hover:bg-accent-hover'
        : 'border border-line bg-raised shadow-1 hover:bg-hover',
    )}
  >
    {children}
    <ArrowUpRight aria-hidden className="size-4 shrink-0" />
  </a>
)
