import { useState } from 'react'
import { bodyTexts as body } from '../messages.ts'
import { DownloadCard } from './download-card.tsx'
import type { BodySource } from './source.ts'

/** Sound or film, with the browser's own controls. */
export function Player({ source }: { source: BodySource }) {
  const [failed, setFailed] = useState<string | null>(null)
  const { contentUrl, preview, title } = source
  if (failed === contentUrl) return <DownloadCard source={source} title={body.notPlayable} />
  const media = {
    src: contentUrl,
    controls: true,
    preload: 'metadata',
    'aria-label': body.frame(title),
    onError: () => setFailed(contentUrl),
  } as const
  return (
    <div className="flex h-full min-h-40 items-center justify-center p-4">
      {preview === 'audio' ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has made captions
        <audio {...media} className="w-full max-w-lg" />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video {...media} className="max-h-full max-w-full rounded-m bg-code" />
      )}
    </div>
  )
}
