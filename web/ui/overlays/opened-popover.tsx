import { Popover as Radix } from 'radix-ui'
import type { ComponentProps, ReactElement, ReactNode } from 'react'

export interface PopoverProps {
  trigger: ReactElement<ComponentProps<'button'>>
  label: string
  children: ReactNode
}

export const OpenedPopover = ({ trigger, label, children }: PopoverProps) => (
  <Radix.Root defaultOpen>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        aria-label={label}
        sideOffset={6}
        collisionPadding={12}
        className="z-50 w-80 max-w-[calc(100vw-1.5rem)] animate-appear rounded-m border border-line bg-raised p-4 text-14 shadow-2 outline-none"
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
