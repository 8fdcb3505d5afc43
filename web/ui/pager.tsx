import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from './icon-button.tsx'

export interface PagerProps {
  label: string
  summary: string
  previousLabel: string
  nextLabel: string
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
}

export function Pager({ label, summary, previousLabel, nextLabel, onPrevious, onNext }: PagerProps) {
  return (
    <nav aria-label={label} className="flex items-center justify-end gap-1 text-13 text-muted tabular-nums">
      <span className="flex min-h-hit items-center">{summary}</span>
      {(onPrevious ?? onNext) && (
        <>
          <IconButton label={previousLabel} disabled={!onPrevious} onClick={onPrevious} className="ms-2">
            <ChevronLeft aria-hidden className="rtl:-scale-x-100" />
          </IconButton>
          <IconButton label={nextLabel} disabled={!onNext} onClick={onNext}>
            <ChevronRight aria-hidden className="rtl:-scale-x-100" />
          </IconButton>
        </>
      )}
    </nav>
  )
}
