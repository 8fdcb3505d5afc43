import { useId, type ComponentProps } from 'react'
import { cx } from './cx.ts'
import { FieldNote } from './field.tsx'

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string
  hint?: string
  error?: string | null
  code?: boolean
}

export function TextArea({ label, hint, error, code, className, ...rest }: TextAreaProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={6}
        spellCheck={!code}
        dir={code ? 'ltr' : undefined}
        {...rest}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
        className={cx(
          'w-full resize-y rounded-m border bg-canvas px-3 py-2 text-16 sm:text-14',
          error ? 'border-danger' : 'border-line-strong',
          code && 'font-mono sm:text-13',
        )}
      />
      {note && <FieldNote id={`${id}-note`} text={note} isError={Boolean(error)} />}
    </div>
  )
}
