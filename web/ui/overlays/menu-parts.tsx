import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { useEffect, useRef, type ComponentProps, type ReactElement, type ReactNode } from 'react'
import { cx } from '../cx.ts'

const itemClass =
  'flex min-h-hit cursor-pointer items-center gap-2 rounded-s px-2 py-1 text-14 outline-none select-none data-[disabled]:cursor-not-allowed data-[disabled]:opacity-50 data-[highlighted]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted'

export interface MenuProps {
  trigger: ReactElement<ComponentProps<'button'>>
  side?: 'top' | 'bottom'
  align?: 'start' | 'center' | 'end'
  className?: string
  children: ReactNode
}

export interface MenuItemProps {
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect(): void
  children: ReactNode
}

export interface MenuChoiceProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string; detail?: string | undefined; disabled?: boolean }[]
  onChange(value: Value): void
}

export interface OpenedMenuProps extends MenuProps {
  openedBy: string | null
}

export function OpenedMenu(props: OpenedMenuProps) {
  const { openedBy, trigger, side = 'bottom', align = 'end', className, children } = props
  const control = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Radix focuses the first entry only if a key opened the menu, so the key is dispatched again.
    if (openedBy === null) return
    control.current!.focus()
    control.current!.dispatchEvent(new KeyboardEvent('keydown', { key: openedBy, bubbles: true }))
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [])
  return (
    <Radix.Root modal={false} defaultOpen={openedBy === null}>
      <Radix.Trigger asChild ref={control}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={cx(
            'z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-80 min-w-44 animate-appear overflow-y-auto rounded-m border border-line bg-raised p-1 shadow-2',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export function MenuItem({ icon, danger, disabled, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item
      disabled={disabled}
      onSelect={onSelect}
      className={cx(itemClass, danger && 'text-danger [&_svg]:text-danger')}
    >
      {icon}
      {children}
    </Radix.Item>
  )
}

export function MenuChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: MenuChoiceProps<Value>) {
  return (
    <Radix.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)} aria-label={label}>
      <Radix.Label className="px-2 py-1 text-12 font-medium text-faint">{label}</Radix.Label>
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          disabled={option.disabled}
          className={cx(itemClass, 'justify-between')}
        >
          <span className="min-w-0">
            <span className="block truncate">{option.label}</span>
            {option.detail && <span className="line-clamp-2 block text-12 text-muted">{option.detail}</span>}
          </span>
          <span className="size-4 shrink-0">
            <Radix.ItemIndicator>
              <Check aria-hidden />
            </Radix.ItemIndicator>
          </span>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}

export const MenuLine = () => <Radix.Separator className="mx-1 my-1 h-px bg-line" />
