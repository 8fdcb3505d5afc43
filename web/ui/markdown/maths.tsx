import { cx } from '../cx.ts'
import { lazily } from '../lazily.ts'
import { markdownMessages as texts } from './messages.ts'

export interface MathsProps {
  source: string
  display: boolean
  open: string
  close: string
}

const useTypesetting = lazily(() => import('./typeset.ts'))

/** Shows the source until the typesetter has loaded, and if the formula is invalid. */
export function Maths({ source, display, open, close }: MathsProps) {
  const typesetting = useTypesetting(close !== '')
  const formula = typesetting?.typeset(source, display)
  if (formula) {
    if (!display) return <span className="maths">{formula}</span>
    return (
      // Focusable, so that a wide formula scrolls by keyboard.
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
