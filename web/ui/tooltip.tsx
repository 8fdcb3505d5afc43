import { Tooltip as Radix } from 'radix-ui'
import type { FocusEvent, ReactNode } from 'react'

export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={500} skipDelayDuration={150}>
    {children}
  </Radix.Provider>
)

/** Name a control that shows only an icon. The control carries its own accessible name. */
export function Tooltip({ text, keys, children }: { text: string; keys?: string; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild onFocus={onlyByKeyboard}>
        {children}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 flex max-w-72 animate-appear items-center gap-2 rounded-s bg-text px-2 py-1 text-12 text-canvas shadow-2"
        >
          {text}
          {keys && <kbd className="font-sans opacity-70">{keys}</kbd>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** A focus that a closing dialog gave back to a finger or a mouse asks for no name. */
function onlyByKeyboard(event: FocusEvent<HTMLElement>): void {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault()
}
