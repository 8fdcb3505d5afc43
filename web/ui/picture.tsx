import { ImageOff } from 'lucide-react'
import { useState, type MouseEvent, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { lazyOpened } from './lazy-opened.tsx'
import { markdownMessages as texts } from './markdown/messages.ts'
import type { ShownPicture } from './shown-picture.ts'

const PictureViewer = lazyOpened(async () => (await import('./picture-viewer.tsx')).PictureViewer)

export interface PictureProps extends ShownPicture {
  className?: string | undefined
  imageClassName?: string
  fallback?: ReactNode
}

/** A click opens the picture with all pictures of the closest ancestor with `data-pictures`. */
export function InlinePicture({
  src,
  name,
  onPage = false,
  className,
  imageClassName,
  fallback,
}: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const [opened, setOpened] = useState<{ pictures: ShownPicture[]; at: number } | null>(null)
  if (broken === src) return fallback ?? <UnshownPicture name={name} />
  return (
    <>
      <button
        type="button"
        data-picture={name}
        data-on-page={onPage || undefined}
        aria-label={texts.openPicture(name)}
        className={cx('cursor-zoom-in', className)}
        onClick={(event) => setOpened(picturesAround(event))}
      >
        <img src={src} alt={name} loading="lazy" onError={() => setBroken(src)} className={imageClassName} />
      </button>
      {opened && <PictureViewer {...opened} onClose={() => setOpened(null)} />}
    </>
  )
}

const UnshownPicture = ({ name }: { name: string }) => (
  <span
    className="inline-flex max-w-full items-center gap-1.5 align-middle text-muted"
    title={texts.pictureNotShown}
  >
    <ImageOff aria-label={texts.pictureNotShown} className="size-4 shrink-0" />
    <bdi className="min-w-0 truncate">{name || texts.pictureNotShown}</bdi>
  </span>
)

function picturesAround({ currentTarget: pressed }: MouseEvent<HTMLElement>) {
  const around = pressed.closest('[data-pictures]') ?? pressed.parentElement!
  const buttons = [...around.querySelectorAll<HTMLElement>('button[data-picture]')]
  const pictures = buttons.map((button) => ({
    src: button.querySelector('img')!.src,
    name: button.dataset['picture']!,
    onPage: 'onPage' in button.dataset,
  }))
  return { pictures, at: buttons.indexOf(pressed) }
}
