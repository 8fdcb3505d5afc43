export const overlayClass = 'fixed inset-0 z-40 animate-appear bg-overlay'
export const panelClass =
  'fixed left-1/2 top-1/2 z-40 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 animate-appear flex-col rounded-l border border-line bg-raised shadow-2 focus:outline-none'
