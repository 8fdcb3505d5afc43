import { useRef } from 'react'
import { bodyTexts as body } from '../messages.ts'
import { DownloadCard } from './download-card.tsx'
import type { ArtifactSource } from './source.ts'
import { Swap } from './swap.tsx'

/** A web page of anybody's making: it gets an origin of its own, and can neither leave its frame nor open others. */
export const HtmlFrame = ({ source }: { source: ArtifactSource }) =>
  source.text === undefined ? (
    <ServedFrame source={source} />
  ) : (
    <WrittenFrame key={source.text} title={source.title} text={source.text} />
  )

const ServedFrame = ({ source }: { source: ArtifactSource }) => (
  <Swap url={source.contentUrl}>
    {(url, onLoaded) => (
      <iframe
        src={url}
        title={body.frame(source.title)}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        onLoad={onLoaded}
        className="block size-full border-0"
      />
    )}
  </Swap>
)

/** An unsaved page is passed to a frame of the same kind, once. */
function WrittenFrame({ title, text }: { title: string; text: string }) {
  const isGiven = useRef(false)
  return (
    <iframe
      src="/static/preview"
      title={body.frame(title)}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      onLoad={({ currentTarget: { contentWindow } }) => {
        // A page written to it also fires a load event, and may listen to messages.
        if (isGiven.current) return
        isGiven.current = true
        contentWindow?.postMessage(text, '*')
      }}
      className="block size-full border-0"
    />
  )
}

/** Browsers show PDF in a viewer of their own, which refuses to work in a sandbox. */
export const PdfFrame = ({ source }: { source: ArtifactSource }) => {
  if (!navigator.pdfViewerEnabled) return <DownloadCard source={source} title={body.noPdf} />
  return (
    // The pages themselves, without a navigation pane.
    <Swap url={`${source.contentUrl}#navpanes=0`}>
      {(url, onLoaded) => (
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe
          src={url}
          title={body.frame(source.title)}
          referrerPolicy="no-referrer"
          onLoad={onLoaded}
          className="block size-full border-0"
        />
      )}
    </Swap>
  )
}
