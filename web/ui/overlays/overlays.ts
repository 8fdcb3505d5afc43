// One chunk, so that a single request loads everything that opens over a page.
export { ConfirmPanel } from './confirm-panel.tsx'
export { DialogPanel } from './dialog-panel.tsx'
export * as menuParts from './menu-parts.tsx'
export { OpenedPopover } from './opened-popover.tsx'
export { SheetPanel } from './sheet-panel.tsx'
