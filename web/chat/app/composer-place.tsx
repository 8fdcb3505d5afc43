import { useLayoutEffect, useRef, type ReactNode } from 'react'

const MOVE_MS = 180

/** Animates the composer's move to the bottom after the first message. */
export function ComposerPlace({ isStart, children }: { isStart: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const top = useRef<{ isStart: boolean; y: number }>(null)
  useLayoutEffect(() => {
    const y = place.current!.getBoundingClientRect().top
    const before = top.current
    top.current = { isStart, y }
    if (!before?.isStart || isStart || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    place.current!.animate([{ transform: `translateY(${before.y - y}px)` }, { transform: 'none' }], {
      duration: MOVE_MS,
      easing: 'ease-out',
    })
  })
  return (
    <div ref={place} className="max-sm:order-3">
      {children}
    </div>
  )
}
