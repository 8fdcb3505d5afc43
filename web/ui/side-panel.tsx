import { Dialog } from 'radix-ui'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { overlayClass } from './overlays/classes.ts'
import { useFocusReturn } from './focus-return.ts'
import { isComposing } from './keyboard.ts'
import { useMedia } from './media.ts'
import { useResize } from './resize.ts'

export interface SidePanelProps {
  title: string
  resizeLabel: string
  /** The panel takes the focus when this value changes. */
  shown: string
  onClose(): void
  children: ReactNode
}

const NARROW = '(max-width: 63.99rem)'

/** Escape closes the panel and returns the focus to the control that opened it. */
export const SidePanel = (props: SidePanelProps) =>
  useMedia(NARROW) ? <OverPage {...props} /> : <BesidePage {...props} />

function BesidePage({ title, resizeLabel, shown, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null)
  const { width, edge } = useResize('side-panel', panel)
  useFocusWhile(panel, shown)
  function onKeyDown(event: KeyboardEvent) {
    // An open dialog or menu in the panel handles Escape first.
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
    event.preventDefault()
    onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={panel}
      aria-label={title}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      style={{ width: `clamp(20rem, ${width}px, max(20rem, 100% - 24rem))` }}
      className="relative flex shrink-0 animate-appear flex-col border-s border-line bg-canvas outline-none"
    >
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={resizeLabel}
        className="absolute inset-y-0 -start-1 z-10 w-2 cursor-col-resize touch-none outline-none before:absolute before:inset-y-0 before:start-1 before:w-px before:transition-colors hover:before:bg-accent focus-visible:before:w-0.5 focus-visible:before:bg-accent"
        {...edge}
      />
      {children}
    </aside>
  )
}

function OverPage({ title, onClose, children }: SidePanelProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn()
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            onOpenAutoFocus()
            // Focuses the panel itself, because a focused button would show its tooltip.
            event.preventDefault()
            ;(event.currentTarget as HTMLElement).focus()
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          className="fixed inset-y-0 end-0 z-40 flex w-full max-w-2xl animate-appear flex-col border-line bg-canvas shadow-2 focus:outline-none sm:border-s"
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function useFocusWhile(panel: React.RefObject<HTMLElement | null>, shown: string): void {
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    const here = panel.current
    const before = document.activeElement
    if (!here?.contains(before)) opener.current = before
    here?.focus({ preventScroll: true })
  }, [panel, shown])
  useEffect(() => {
    const here = panel.current
    return () => {
      // The person moved the focus elsewhere.
      const active = document.activeElement
      if (active !== document.body && !here?.contains(active)) return
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
    }
  }, [panel])
}
