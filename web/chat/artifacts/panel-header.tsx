import { Download, ExternalLink, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { tooltip } from '../../ui/tooltips.ts'
import { common } from '../messages.ts'

export interface PanelHeaderProps {
  title: string
  facts?: ReactNode
  children?: ReactNode
  onClose(): void
}

export const PanelHeader = ({ title, facts, children, onClose }: PanelHeaderProps) => (
  <header className="flex min-h-14 shrink-0 items-center gap-2 border-b border-line py-1.5 ps-4 pe-2">
    <div className="min-w-0 flex-1">
      {/* The browser shows a truncated title in full as a tooltip. */}
      <h2 dir="auto" className="w-fit max-w-full truncate text-14 font-semibold" title={title}>
        {title}
      </h2>
      {facts && <div className="flex min-h-6 items-center gap-2 text-12 text-muted">{facts}</div>}
    </div>
    <div className="flex shrink-0 items-center">
      {children}
      <IconButton label={common.close} keys="Escape" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </div>
  </header>
)

export interface PanelLinkProps {
  href: string
  label: string
  hint?: string
  isDownload?: boolean
}

export const PanelLink = ({ href, label, hint, isDownload }: PanelLinkProps) => (
  <a
    href={href}
    {...tooltip(hint ? `${label} · ${hint}` : label)}
    {...(isDownload ? { download: '' } : { target: '_blank', rel: 'noopener' })}
    aria-label={label}
    className="inline-flex size-hit items-center justify-center rounded-m text-muted hover:bg-hover hover:text-text [&_svg]:size-4"
  >
    {isDownload ? <Download aria-hidden /> : <ExternalLink aria-hidden />}
  </a>
)
