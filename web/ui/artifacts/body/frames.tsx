import { bodyTexts as body } from '../messages.ts'
import { DownloadCard } from './download-card.tsx'
import type { BodySource } from './source.ts'
import { Swap } from './swap.tsx'

/** A web page of anybody's making: it gets an origin of its own, and can neither leave its frame nor open others. */
export const HtmlFrame = ({ source }: { source: BodySource }) => (
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

/** Browsers show PDF in a viewer of their own, which refuses to work in a sandbox. */
export const PdfFrame = ({ source }: { source: BodySource }) => {
  if (!navigator.pdfViewerEnabled) return <DownloadCard source={source} title={body.noPdf} />
  return (
    // The pages themselves are what people came for.
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
