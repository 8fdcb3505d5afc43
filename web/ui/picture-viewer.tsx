import { ChevronLeft, ChevronRight, Download, Maximize, X, ZoomIn, ZoomOut } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { overlayClass } from './overlays/classes.ts'
import { useFocusReturn } from './focus-return.ts'
import { IconButton } from './icon-button.tsx'
import { markdownMessages as texts } from './markdown/messages.ts'
import type { ShownPicture } from './shown-picture.ts'

export interface PictureViewerProps {
  pictures: readonly ShownPicture[]
  at: number
  onClose(): void
}

const MAX_ZOOM = 8

export function PictureViewer({ pictures, at: first, onClose }: PictureViewerProps) {
  const [at, setAt] = useState(first)
  const [zoom, setZoom] = useState(1)
  const focusReturn = useFocusReturn()
  const picture = pictures[at]!
  const go = (by: number) => {
    if (!pictures[at + by]) return
    setAt(at + by)
    setZoom(1)
  }
  const zoomTo = (next: number) => setZoom(Math.min(MAX_ZOOM, Math.max(1, next)))
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    // If the picture is zoomed, the arrow keys scroll it instead.
    const steps = zoom === 1 || !(target as HTMLElement).closest('[data-stage]')
    if (steps && key === 'ArrowLeft') go(-1)
    if (steps && key === 'ArrowRight') go(1)
    if (key === '+' || key === '=') zoomTo(zoom * 2)
    if (key === '-') zoomTo(zoom / 2)
    if (key === '0') zoomTo(1)
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          aria-describedby={undefined}
          {...focusReturn}
          onKeyDown={onKeyDown}
          dir="ltr"
          className="fixed inset-0 z-40 flex animate-appear flex-col bg-canvas focus:outline-none"
        >
          <Bar picture={picture} zoom={zoom} onZoom={zoomTo}>
            {pictures.length > 1 && texts.at(at + 1, pictures.length)}
          </Bar>
          <div className="relative min-h-0 flex-1">
            <Stage picture={picture} zoom={zoom} />
            {at > 0 && (
              <IconButton label={texts.previous} onClick={() => go(-1)} className={cx(STEP, 'start-3')}>
                <ChevronLeft aria-hidden />
              </IconButton>
            )}
            {at < pictures.length - 1 && (
              <IconButton label={texts.next} onClick={() => go(1)} className={cx(STEP, 'end-3')}>
                <ChevronRight aria-hidden />
              </IconButton>
            )}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const STEP = 'absolute inset-y-0 my-auto rounded-full! border border-line bg-raised shadow-1'

interface BarProps {
  picture: ShownPicture
  zoom: number
  onZoom(zoom: number): void
  children: ReactNode
}

function Bar({ picture, zoom, onZoom, children }: BarProps) {
  return (
    <header className="flex min-h-12 items-center gap-1 border-b border-line ps-4 pe-2">
      <Radix.Title className="min-w-0 flex-1 truncate text-14 font-semibold" dir="auto">
        {picture.name || texts.picture}
      </Radix.Title>
      <span className="px-2 text-13 whitespace-nowrap text-muted tabular-nums">{children}</span>
      <IconButton label={texts.zoomOut} keys="-" aria-disabled={zoom === 1} onClick={() => onZoom(zoom / 2)}>
        <ZoomOut aria-hidden />
      </IconButton>
      <IconButton
        label={texts.zoomIn}
        keys="+"
        aria-disabled={zoom === MAX_ZOOM}
        onClick={() => onZoom(zoom * 2)}
      >
        <ZoomIn aria-hidden />
      </IconButton>
      <IconButton label={texts.fit} keys="0" aria-disabled={zoom === 1} onClick={() => onZoom(1)}>
        <Maximize aria-hidden />
      </IconButton>
      <a
        href={picture.src}
        download={picture.name || true}
        aria-label={texts.download}
        title={texts.download}
        className="inline-flex size-hit items-center justify-center rounded-m text-muted hover:bg-hover hover:text-text"
      >
        <Download aria-hidden className="size-4" />
      </a>
      <Radix.Close asChild>
        <IconButton label={texts.close}>
          <X aria-hidden />
        </IconButton>
      </Radix.Close>
    </header>
  )
}

function Stage({ picture, zoom }: { picture: ShownPicture; zoom: number }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a large picture scrolls by keyboard
    <div data-stage tabIndex={0} className="size-full overflow-auto focus-visible:-outline-offset-2">
      <div className="flex p-4" style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}>
        <img
          src={picture.src}
          alt={picture.name}
          draggable={false}
          className={cx(
            'm-auto max-h-full max-w-full object-contain',
            !picture.onPage && 'bg-paper',
            zoom > 1 && 'size-full',
          )}
        />
      </div>
    </div>
  )
}
