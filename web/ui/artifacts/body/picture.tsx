import { useState } from 'react'
import { cx } from '../../cx.ts'
import { bodyTexts as body } from '../messages.ts'
import { BodyBar } from './body-bar.tsx'
import { DownloadCard } from './download-card.tsx'
import type { ArtifactSource } from './source.ts'
import { Swap } from './swap.tsx'

type Look = 'fit' | 'actual'

/** Transparent drawings usually have dark lines, so they get a light background in each theme. */
const LIGHT = 'bg-paper'

/** `<img>` runs no scripts of an SVG. */
export function ArtifactPicture({ source }: { source: ArtifactSource }) {
  const [look, setLook] = useState<Look>('fit')
  const [failed, setFailed] = useState<string | null>(null)
  const [size, setSize] = useState('')
  const isDrawing = source.preview === 'svg'
  if (failed === source.contentUrl) return <DownloadCard source={source} title={body.notShown} />
  return (
    <div className="flex h-full min-h-0 flex-col">
      <BodyBar about={size} look={look} looks={['fit', 'actual']} onLook={setLook} />
      <div
        role="region"
        aria-label={body.frame(source.title)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={cx('min-h-0 flex-1 overflow-auto', isDrawing && LIGHT)}
      >
        <Swap url={source.contentUrl}>
          {(url, onLoaded) => (
            <div className={cx('flex p-4', look === 'fit' ? 'size-full' : 'min-h-full w-max min-w-full')}>
              <img
                src={url}
                alt={source.title}
                draggable={false}
                onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
                  if (naturalWidth > 0 && !isDrawing) setSize(`${naturalWidth} × ${naturalHeight}`)
                  onLoaded()
                }}
                onError={() => setFailed(url)}
                className={cx(
                  'm-auto',
                  !isDrawing && LIGHT,
                  look === 'fit'
                    ? cx('max-h-full max-w-full object-contain', isDrawing && 'size-full')
                    : 'max-w-none',
                )}
              />
            </div>
          )}
        </Swap>
      </div>
    </div>
  )
}
