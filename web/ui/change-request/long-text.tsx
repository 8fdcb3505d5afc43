import { useId, useState } from 'react'
import { cx } from '../cx.ts'
import { changeRequest as texts } from './messages.ts'

const MAX_SHOWN_CHARS = 320
const MAX_SHOWN_LINES = 6

export function LongText({ text, className }: { text: string; className?: string }) {
  const [isWhole, setWhole] = useState(false)
  const id = useId()
  const isLong = text.length > MAX_SHOWN_CHARS || text.split('\n').length > MAX_SHOWN_LINES
  return (
    <>
      <p
        id={id}
        dir="auto"
        className={cx(
          'break-words whitespace-pre-wrap',
          isLong ? !isWhole && 'line-clamp-6' : 'rtl:text-right',
          className,
        )}
      >
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
          className="min-h-6 rounded-s text-13 font-medium text-accent-text underline-offset-4 hover:underline pointer-coarse:min-h-hit"
        >
          {isWhole ? texts.less : texts.more}
        </button>
      )}
    </>
  )
}
