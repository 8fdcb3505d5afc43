import { useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import { browserEntries } from './storage.ts'

const DEFAULT_PX = 560
const MIN_PX = 320
const MAX_PX = 1600
const STEP_PX = 32

export function useResize(name: string, panel: RefObject<HTMLElement | null>) {
  const key = `width of ${name}`
  const [width, setWidth] = useState(() => bounded(Number(browserEntries.read(key)) || DEFAULT_PX))
  const now = () => panel.current?.offsetWidth ?? width
  const sign = () => (document.documentElement.dir === 'rtl' ? -1 : 1)
  function change(next: number) {
    setWidth(bounded(next))
    browserEntries.write(key, String(bounded(next)))
  }
  return {
    width,
    edge: {
      tabIndex: 0,
      'aria-valuenow': width,
      'aria-valuemin': MIN_PX,
      'aria-valuemax': MAX_PX,
      onPointerDown(event: PointerEvent<HTMLElement>) {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
        const { left, width } = event.currentTarget.getBoundingClientRect()
        change(now() + (left + width / 2 - event.clientX) * sign())
      },
      onKeyDown(event: KeyboardEvent) {
        const step = { ArrowLeft: STEP_PX, ArrowRight: -STEP_PX }[event.key]
        if (step === undefined) return
        event.preventDefault()
        change(now() + step * sign())
      },
      onDoubleClick: () => change(DEFAULT_PX),
    },
  }
}

const bounded = (width: number): number => Math.min(MAX_PX, Math.max(MIN_PX, Math.round(width)))
