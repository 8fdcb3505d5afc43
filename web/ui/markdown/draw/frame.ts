import type { Mermaid } from 'mermaid'
import type { Drawn, Order } from './order.ts'

/**
 * This script runs in a frame without origin, network and session. The frame's content security policy permits only
 * this script and Mermaid, and blocks all other requests.
 */
declare const mermaid: Mermaid

addEventListener('message', ({ ports: [port] }) => listen(port!), { once: true })

function listen(port: MessagePort): void {
  port.addEventListener('message', ({ data }: MessageEvent<Order>) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has one other end
    void drawn(data).then((answer) => port.postMessage(answer))
  })
  port.start()
}

async function drawn({ source, dark, font }: Order): Promise<Drawn> {
  try {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      theme: dark ? 'dark' : 'neutral',
      fontFamily: font,
      htmlLabels: false,
      flowchart: { htmlLabels: false, useMaxWidth: false },
      maxEdges: 300,
      maxTextSize: 20_000,
      suppressErrorRendering: true,
      // A diagram's source cannot change these options.
      secure: [
        'secure',
        'securityLevel',
        'startOnLoad',
        'maxTextSize',
        'maxEdges',
        'suppressErrorRendering',
        'theme',
        'themeCSS',
        'fontFamily',
        'htmlLabels',
        'dompurifyConfig',
      ],
    })
    const { svg } = await mermaid.render('drawing', source)
    return { svg: standalone(svg) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'unknown' }
  } finally {
    document.body.replaceChildren()
  }
}

/** Removes links, scripts and frames, so that the SVG works as a separate file. */
function standalone(source: string): string {
  const holder = document.createElement('div')
  holder.innerHTML = source
  const svg = holder.querySelector('svg')!
  for (const link of svg.querySelectorAll('a')) link.replaceWith(...link.childNodes)
  for (const element of svg.querySelectorAll('script, iframe, image, img')) element.remove()
  const [, , width, height] = (svg.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number)
  if (width && height) {
    svg.setAttribute('width', String(Math.ceil(width)))
    svg.setAttribute('height', String(Math.ceil(height)))
  }
  svg.style.maxWidth = ''
  return new XMLSerializer().serializeToString(svg)
}
