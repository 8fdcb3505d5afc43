import { CodeXml, Download } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { CopyButton } from '../copy-button.tsx'
import { downloadText } from '../download.ts'
import { IconButton } from '../icon-button.tsx'
import { InlinePicture } from '../picture.tsx'
import { CodeBlock } from './code-block.tsx'
import type { Drawn } from './draw/order.ts'
import { markdownMessages as texts } from './messages.ts'

export interface DrawingProps {
  code: string
  info: string
  settled: boolean
}

export function Drawing({ code, info, settled }: DrawingProps) {
  const drawn = useDrawn(code, settled)
  const [asSource, setAsSource] = useState(false)
  const toggle = (
    <IconButton label={texts.source} aria-pressed={asSource} onClick={() => setAsSource(!asSource)}>
      <CodeXml aria-hidden />
    </IconButton>
  )
  if (!drawn || 'error' in drawn || asSource)
    return (
      <>
        <CodeBlock code={code} info={info} settled={settled} acts={drawn && 'svg' in drawn && toggle} />
        {drawn && 'error' in drawn && <p className="not-drawn">{texts.notDrawn(firstLine(drawn.error))}</p>}
      </>
    )
  const { svg } = drawn
  return (
    <figure className="code-block drawing" dir="ltr">
      <figcaption>
        <span className="language">{texts.drawing}</span>
        {toggle}
        <IconButton label={texts.download} onClick={() => downloadText('drawing.svg', svg, 'image/svg+xml')}>
          <Download aria-hidden />
        </IconButton>
        <CopyButton label={texts.copySvg} copiedLabel={texts.copied} text={() => svg} />
      </figcaption>
      {/* An `<img>` runs no scripts, loads no resources and follows no links of an SVG. */}
      <InlinePicture
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        name={texts.drawing}
        onPage
        className="picture"
      />
    </figure>
  )
}

function useDrawn(code: string, settled: boolean): Drawn | null {
  const isDark = useIsDark()
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  useEffect(() => {
    if (!settled) return
    let current = true
    import('./draw/draw.ts')
      .then(({ draw }) => draw(code, isDark))
      .then((answer) => {
        if (current) setDrawn(answer)
      })
      .catch(() => undefined) // ignored: the source stays visible
    return () => {
      current = false
    }
  }, [code, settled, isDark])
  return settled ? drawn : null
}

const firstLine = (text: string) => text.split('\n', 1)[0]!.replace(/[:.]$/, '')

const useIsDark = (): boolean => useSyncExternalStore(follow, isDark)

const system = () => matchMedia('(prefers-color-scheme: dark)')

function isDark(): boolean {
  const chosen = document.documentElement.dataset['theme']
  return chosen === 'dark' || (chosen !== 'light' && system().matches)
}

function follow(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  const media = system()
  media.addEventListener('change', changed)
  return () => {
    observer.disconnect()
    media.removeEventListener('change', changed)
  }
}
