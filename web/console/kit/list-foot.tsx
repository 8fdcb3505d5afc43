import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { isComposing } from '../../ui/keyboard.ts'
import { list as texts } from './messages.ts'
import type { ShownOrder } from './order.ts'
import { PAGE_SIZES, setPageSize, usePageSize } from './page-size.ts'

const FIELD = 'min-h-hit rounded-m border border-line bg-canvas px-2 text-14 text-text'

/** Begins the list at a name or day of its order. */
export function JumpTo({ order: { kind, from, onFrom } }: { order: ShownOrder }) {
  const [text, setText] = useState(from ?? '')
  const id = useId()
  const go = () => {
    if (text.trim() !== (from ?? '')) onFrom(text.trim() || undefined)
  }
  return (
    <span className="me-auto inline-flex items-center gap-2 text-13 text-muted">
      <label htmlFor={id}>{kind === 'name' ? texts.jumpToName : texts.jumpToDay}</label>
      <input
        id={id}
        type={kind === 'name' ? 'text' : 'date'}
        value={text}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={go}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) go()
        }}
        className={kind === 'name' ? `${FIELD} w-24` : FIELD}
      />
      {from !== undefined && (
        <IconButton label={texts.jumpEnd} onClick={() => onFrom(undefined)}>
          <X aria-hidden className="size-3.5!" />
        </IconButton>
      )}
    </span>
  )
}

export function PageSizeChoice({ onChosen }: { onChosen(): void }) {
  const size = usePageSize()
  const id = useId()
  return (
    <span className="inline-flex items-center gap-2 text-13 text-muted">
      <label htmlFor={id}>{texts.size}</label>
      <select
        id={id}
        value={size}
        onChange={(event) => {
          setPageSize(Number(event.currentTarget.value))
          onChosen()
        }}
        className={FIELD}
      >
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size} className="bg-raised">
            {size}
          </option>
        ))}
      </select>
    </span>
  )
}
