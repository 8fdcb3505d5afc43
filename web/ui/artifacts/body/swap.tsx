import { useState, type ReactNode } from 'react'

export interface SwapProps {
  /** The previous content stays until this address has loaded. */
  url: string
  children(url: string, onLoaded: () => void): ReactNode
}

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
