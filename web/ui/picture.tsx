import { useState, type MouseEvent } from 'react'
import { cx } from './cx.ts'
import { lazyOpened } from './lazy-opened.tsx'
import { markdownMessages as texts } from './markdown/messages.ts'
import type { ShownPicture } from './shown-picture.ts'

const PictureViewer = lazyOpened(async () => (await import('./picture-viewer.tsx')).PictureViewer)

export interface PictureProps extends ShownPicture {
  className?: string | undefined
  imageClassName?: string
}

/** A picture that opens large, together with the pictures below the same element with `data-pictures`. */
export function Picture({ src, name, onPage = false, className, imageClassName }: PictureProps) {
  const [opened, setOpened] = useState<{ pictures: ShownPicture[]; at: number } | null>(null)
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
        <img src={src} alt={name} loading="lazy" className={imageClassName} />
      </button>
      {opened && <PictureViewer {...opened} onClose={() => setOpened(null)} />}
    </>
  )
}

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
