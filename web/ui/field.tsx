import { CircleAlert } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { cx } from './cx.ts'

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string
  hint?: string
  error?: string | null
  trailing?: ReactNode
  /** Shown over the content below the input. */
  below?: ReactNode
}

export function Field({ label, hint, error, trailing, below, className, ...rest }: FieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          {...rest}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          className={cx(
            'min-h-10 pointer-coarse:min-h-hit w-full rounded-m border bg-canvas px-3 py-2 text-16 leading-5 placeholder:text-faint sm:text-14',
            'read-only:bg-sunken read-only:text-muted disabled:opacity-60',
            error ? 'border-danger' : 'border-line-strong',
            trailing ? 'pe-11' : null,
            rest.dir === 'ltr' ? cx('rtl:text-end', trailing ? 'rtl:ps-11 rtl:pe-3' : null) : null,
          )}
        />
        {below}
        {trailing && <div className="absolute inset-y-0 end-1 flex items-center">{trailing}</div>}
      </div>
      {note && <FieldNote id={`${id}-note`} text={note} isError={Boolean(error)} />}
    </div>
  )
}

export const FieldNote = ({ id, text, isError }: { id: string; text: string; isError: boolean }) => (
  <p id={id} className={cx('flex items-start gap-1 text-12', isError ? 'text-danger' : 'text-faint')}>
    {isError && <CircleAlert className="mt-0.5 size-3 shrink-0" aria-hidden />}
    {text}
  </p>
)
