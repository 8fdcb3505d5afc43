import { Button } from './button.tsx'
import { common, newVersion as texts } from './messages.ts'
import { dismissNewVersion, useIsNewVersion } from './new-version.ts'

/**
 * Over a page whose build the server no longer has. It is part of the page's first script, because no file of
 * that build can be loaded.
 */
export function NewVersionNotice() {
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
