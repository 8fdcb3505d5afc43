import { Check } from 'lucide-react'
import { Checkbox } from 'radix-ui'
import { useId } from 'react'

export interface CheckFieldProps {
  label: string
  hint?: string | undefined
  checked: boolean
  disabled?: boolean
  onChange(checked: boolean): void
}

export function CheckField({ label, hint, checked, disabled, onChange }: CheckFieldProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2.5">
      <Checkbox.Root
        id={id}
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onCheckedChange={(next) => onChange(next === true)}
        className="mt-[calc((var(--hit)-1.125rem)/2)] flex size-4.5 shrink-0 items-center justify-center rounded-s border border-line-strong bg-canvas data-[state=checked]:border-accent data-[state=checked]:bg-accent disabled:opacity-50"
      >
        <Checkbox.Indicator>
          <Check aria-hidden className="size-3.5 text-on-accent" />
        </Checkbox.Indicator>
      </Checkbox.Root>
      <div className="min-w-0 text-14">
        {/* As high as the row, so that a finger finds it. */}
        <label htmlFor={id} className="block py-[calc((var(--hit)-1lh)/2)]">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="-mt-1 text-12 text-faint">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
