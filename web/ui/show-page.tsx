import { options } from 'preact'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { NewVersionNotice } from './new-version-notice.tsx'
import { watchMissingParts } from './new-version.ts'
import { startTooltips } from './tooltips.ts'

// Effects run right after what was drawn, as React runs those of what a person did. Preact would wait for the next frame, by
// when a menu that led to a dialog is gone and can't be given the focus back.
options.requestAnimationFrame = queueMicrotask

/** So long after the page came what opens is fetched, milliseconds. */
const AT_REST_MS = 3_000

/** Show an app in its page. */
export function showPage(app: ReactNode): void {
  startTooltips()
  watchMissingParts()
  createRoot(document.getElementById('root')!).render(
    <>
      {app}
      <NewVersionNotice />
    </>,
  )
  setTimeout(fetchOverlays, AT_REST_MS)
}

/** A server that goes away takes no menu and no dialog with it. */
function fetchOverlays(): void {
  performance.mark('at-rest')
  const all = [
    import('./overlays/menu-parts.tsx'),
    import('./overlays/dialog-panel.tsx'),
    import('./overlays/confirm-panel.tsx'),
    import('./overlays/toast-list.tsx'),
    import('./overlays/opened-popover.tsx'),
  ]
  Promise.all(all).catch(() => {}) // each is fetched again when it is opened
}
