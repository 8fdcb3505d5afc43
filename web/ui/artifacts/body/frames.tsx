import { useRef } from 'react'
import { bodyTexts as body } from '../messages.ts'
import { DownloadCard } from './download-card.tsx'
import type { ArtifactSource } from './source.ts'
import { Swap } from './swap.tsx'

/** The HTML is untrusted, so its frame has its own origin and cannot open windows or navigate the page around it. */
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

function WrittenFrame({ title, text }: { title: string; text: string }) {
  const isGiven = useRef(false)
  return (
    <iframe
      src="/static/preview"
      title={body.frame(title)}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      onLoad={({ currentTarget: { contentWindow } }) => {
        // After the frame has written the text into its document, it fires `load` again; the text must not be sent
        // again.
        if (isGiven.current) return
        isGiven.current = true
        contentWindow?.postMessage(text, '*')
      }}
      className="block size-full border-0"
    />
  )
}

/** Browsers' PDF viewers do not work in a sandboxed frame. */
export const PdfFrame = ({ source }: { source: ArtifactSource }) => {
  if (!navigator.pdfViewerEnabled) return <DownloadCard source={source} title={body.noPdf} />
  return (
    // Opens the viewer without its sidebar.
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
