import { options } from 'preact'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchMissingParts, dismissNewVersion, useIsNewVersion } from './new-version.ts'
import { startTooltips } from './tooltips.ts'
import { startSubmitOnce } from './submit-once.ts'
import { Button } from './button.tsx'
import { common, newVersion as texts } from './messages.ts'

// Runs effects at once, as React does after an event. Preact would wait for the next frame.
options.requestAnimationFrame = queueMicrotask

const AT_REST_MS = 3_000

export function showPage(app: ReactNode): void {
  startTooltips()
  startSubmitOnce()
  watchMissingParts()
  createRoot(document.getElementById('root')!).render(
    <>
      {app}
      <NewVersionNotice />
    </>,
  )
  setTimeout(fetchOverlays, AT_REST_MS)
}

/** Loads menus and dialogs in advance, so that they work when the server is unreachable. */
function fetchOverlays(): void {
  performance.mark('at-rest')
  import('./overlays/overlays.ts').catch(() => {}) // a failed download is ignored, because opening a dialog or menu repeats it
}

/** This notice is in the entry script, because no other chunk of an old build can load. */
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
