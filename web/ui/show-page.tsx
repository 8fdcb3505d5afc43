import { options } from 'preact'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchMissingParts, dismissNewVersion, useIsNewVersion } from './new-version.ts'
import { startTooltips } from './tooltips.ts'
import { Button } from './button.tsx'
import { common, newVersion as texts } from './messages.ts'

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

/**
 * Over a page whose build the server no longer has. It is part of the page's first script, because no file of
 * that build can be loaded.
 */
function NewVersionNotice() {
  return (
    <div role="status">
      {useIsNewVersion() && (
        <div className="pointer-events-auto fixed inset-x-4 top-3 z-50 mx-auto flex max-w-140 animate-appear flex-wrap items-center justify-end gap-x-1 gap-y-2 rounded-m border border-line bg-raised py-2 ps-4 pe-2 text-14 shadow-2">
          <p className="me-auto min-w-48 flex-1 py-1">{texts.text}</p>
          <div className="flex gap-1">
            <Button look="quiet" onClick={dismissNewVersion}>
              {common.close}
            </Button>
            <Button look="primary" onClick={() => window.location.reload()}>
              {texts.reload}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
