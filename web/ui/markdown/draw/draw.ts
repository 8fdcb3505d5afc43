/// <reference types="vite/client" />
import library from 'mermaid/dist/mermaid.min.js?url'
// oxlint-disable-next-line import/default -- Vite gives the address of what it builds of it
import frameScript from './frame.ts?worker&url'
import { explainMissing } from '../../new-version.ts'
import type { Drawn, Order } from './order.ts'

const MAX_SOURCE_LENGTH = 20_000
const MAX_SVG_LENGTH = 2_000_000
const TIMEOUT_MS = 15_000
const MAX_CACHED_DRAWINGS = 50

const known = new Map<string, Drawn>()
let line: Promise<unknown> = Promise.resolve()
let frame: Promise<Frame> | null = null

export async function draw(source: string, dark: boolean): Promise<Drawn> {
  if (source.length > MAX_SOURCE_LENGTH) return { error: 'it is too long' }
  const key = `${dark}\n${source}`
  const done = known.get(key)
  if (done) return done
  const next = line.then(() =>
    drawInFrame({ source, dark, font: getComputedStyle(document.body).fontFamily }),
  )
  line = next.catch(() => undefined)
  const drawn = await next
  if (known.size >= MAX_CACHED_DRAWINGS) known.delete(known.keys().next().value!)
  known.set(key, drawn)
  return drawn
}

interface Frame {
  element: HTMLIFrameElement
  port: MessagePort
}

async function drawInFrame(order: Order): Promise<Drawn> {
  const { element, port } = await (frame ??= openFrame())
  const answer = new Promise<Drawn>((resolve) => {
    const listener = ({ data }: MessageEvent<unknown>) => resolve(checked(data))
    port.addEventListener('message', listener, { once: true })
  })
  port.postMessage(order)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Drawn>((resolve) => {
    timer = setTimeout(() => {
      // Removing the frame stops the drawing.
      element.remove()
      frame = null
      void explainMissing(library)
      resolve({ error: 'it takes too long' })
    }, TIMEOUT_MS)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** The frame may be hostile, because it ran an agent's text. */
function checked(data: unknown): Drawn {
  const { svg, error } = (data ?? {}) as Record<string, unknown>
  if (typeof svg === 'string' && svg.length <= MAX_SVG_LENGTH) return { svg }
  return { error: typeof error === 'string' ? error.slice(0, 500) : 'it is too large' }
}

function openFrame(): Promise<Frame> {
  const element = document.createElement('iframe')
  const scripts = [library, frameScript].map((path) => ['script', path.split('/').at(-1)!])
  element.setAttribute('sandbox', 'allow-scripts')
  element.setAttribute('aria-hidden', 'true')
  element.tabIndex = -1
  // Invisible but laid out, because Mermaid measures texts.
  element.style.cssText =
    'position:fixed;inset:0 auto auto 0;width:1024px;height:1024px;border:0;opacity:0;pointer-events:none;z-index:-1'
  element.src = `${import.meta.env.BASE_URL}assets/frame?${new URLSearchParams(scripts)}`
  return new Promise((resolve) => {
    element.addEventListener(
      'load',
      () => {
        const { port1, port2 } = new MessageChannel()
        element.contentWindow!.postMessage(null, '*', [port2])
        port1.start()
        resolve({ element, port: port1 })
      },
      { once: true },
    )
    document.body.append(element)
  })
}
