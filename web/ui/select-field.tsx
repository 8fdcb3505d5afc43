import { ChevronDown } from 'lucide-react'
import { useId, type ComponentProps } from 'react'
import { cx } from './cx.ts'
import { FieldNote } from './field.tsx'

export interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id'> {
  label: string
  hint?: string
  error?: string | null
  options: readonly { value: string; label: string }[]
}

export function SelectField({ label, hint, error, options, className, ...rest }: SelectFieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          {...rest}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          className={cx(
            'min-h-10 pointer-coarse:min-h-hit w-full appearance-none rounded-m border bg-canvas py-2 ps-3 pe-9 text-16 leading-5 sm:text-14',
            error ? 'border-danger' : 'border-line-strong',
          )}
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value} className="bg-raised">
              {label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute end-3 top-1/2 size-4 -translate-y-1/2 text-faint"
        />
      </div>
      {note && <FieldNote id={`${id}-note`} text={note} isError={Boolean(error)} />}
    </div>
  )
}
