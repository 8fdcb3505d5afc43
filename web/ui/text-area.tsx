import { useId, type ComponentProps } from 'react'
import { cx } from './cx.ts'

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string
  /** The text is code or data. */
  code?: boolean
}

/** A field of several lines. */
export function TextArea({ label, code, className, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <div className={cx('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={6}
        spellCheck={!code}
        {...rest}
        className={cx(
          'w-full resize-y rounded-m border border-line-strong bg-canvas px-3 py-2 text-16 sm:text-14',
          code && 'font-mono sm:text-13',
        )}
      />
    </div>
  )
}
