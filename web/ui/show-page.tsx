import { options } from 'preact'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTooltips } from './tooltips.ts'

// Effects run right after what was drawn, as React runs those of what a person did. Preact would wait for the next frame, by
// when a menu that led to a dialog is gone and can't be given the focus back.
options.requestAnimationFrame = queueMicrotask

/** Show an app in its page. */
export function showPage(app: ReactNode): void {
  startTooltips()
  createRoot(document.getElementById('root')!).render(app)
}
