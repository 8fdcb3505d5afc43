import { useEffect } from 'react'
import { useHiddenSides } from '../../ui/hidden-sides.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { choicesOf } from './filters.tsx'
import { surfaces } from './messages.ts'

export type SurfaceFilter = 'webhook' | 'messages' | keyof typeof surfaces.channels

export interface SurfaceSwitchProps {
  value: SurfaceFilter
  onChange(value: SurfaceFilter): void
}

export function SurfaceSwitch(props: SurfaceSwitchProps) {
  const { scroller, hidden, onScroll } = useHiddenSides<HTMLDivElement>()
  useEffect(() => {
    scroller.current?.querySelector('[aria-checked=true]')?.scrollIntoView({ block: 'nearest' })
  }, [props.value, scroller])
  return (
    // Scrolls sideways, because on a phone the control is wider than the window.
    <div
      ref={scroller}
      data-hidden={hidden}
      onScroll={onScroll}
      className="fades-sides -mx-4 shrink-0 overflow-x-auto px-4 whitespace-nowrap md:mx-0 md:px-0"
    >
      <Segmented label={surfaces.label} options={options()} {...props} />
    </div>
  )
}

const options = (): readonly { value: SurfaceFilter; label: string }[] => [
  { value: 'webhook', label: surfaces.webhook },
  { value: 'messages', label: surfaces.messages },
  ...choicesOf(surfaces.channels).map(([value, label]) => ({ value, label })),
]
