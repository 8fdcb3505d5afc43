import { options } from 'preact'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { NewVersionNotice } from './new-version-notice.tsx'
import { watchMissingParts } from './new-version.ts'
import { startTooltips } from './tooltips.ts'

// Effects run right after rendering, as in React after a person's action. Preact would wait for the next
// frame, by when a menu that opened a dialog is removed and can't get the focus back.
options.requestAnimationFrame = queueMicrotask

/** Delay after the page's load until the code of dialogs and menus is loaded, milliseconds. */
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

/** Loads menus and dialogs ahead, so that they work when the server becomes unavailable. */
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
