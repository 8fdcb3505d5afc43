import { useState, type ReactNode } from 'react'

export interface SwapProps {
  /** What there is to show; another one takes its place once it is loaded. */
  url: string
  children(url: string, onLoaded: () => void): ReactNode
}

/** Keep showing what was there until what comes is loaded, so that nothing flashes in between. */
export function Swap({ url, children }: SwapProps) {
  const [shown, setShown] = useState(url)
  const all = shown === url ? [url] : [shown, url]
  return (
    <div className="relative h-full min-h-0">
      {all.map((one) => (
        <div
          key={one}
          inert={one !== shown}
          className={one === shown ? 'h-full' : 'invisible absolute inset-0'}
        >
          {children(one, () => one === url && setShown(url))}
        </div>
      ))}
    </div>
  )
}
