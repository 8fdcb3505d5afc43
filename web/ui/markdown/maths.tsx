import { cx } from '../cx.ts'
import { lazily } from '../lazily.ts'
import { markdownMessages as texts } from './messages.ts'

export interface MathsProps {
  source: string
  display: boolean
  /** The signs around it; without an end more of it may be on its way. */
  open: string
  close: string
}

const useTypesetting = lazily(() => import('./typeset.ts'))

/** A formula, or its source: until typesetting is loaded, while it has no end yet, and when it is none. */
export function Maths({ source, display, open, close }: MathsProps) {
  const typesetting = useTypesetting(close !== '')
  const formula = typesetting?.typeset(source, display)
  if (formula) {
    if (!display) return <span className="maths">{formula}</span>
    return (
      // A wide formula scrolls by keyboard too, so it takes the focus.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <span className="maths maths-display" role="group" tabIndex={0}>
        {formula}
      </span>
    )
  }
  const isBad = formula === null
  return (
    <code
      className={cx('maths-source', display && 'maths-display', isBad && 'maths-bad')}
      title={isBad ? texts.notMaths : undefined}
    >
      {open + source + close}
    </code>
  )
}
