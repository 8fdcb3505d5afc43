import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { agents as texts } from './messages.ts'

export interface StartersProps {
  starters: readonly string[]
  disabled: boolean
  onPick(prompt: string): void
}

const SHOWN = 4

export function Starters({ starters, disabled, onPick }: StartersProps) {
  const [showsAll, setShowsAll] = useState(false)
  const list = useId()
  if (starters.length === 0) return null
  return (
    <div className="mx-auto flex w-full max-w-reading animate-appear flex-col items-center gap-2 px-4 py-4">
      <ul id={list} aria-label={texts.suggestions} className="grid w-full gap-2 sm:grid-cols-2">
        {(showsAll ? starters : starters.slice(0, SHOWN)).map((starter) => (
          <li key={starter} className="min-w-0">
            <button
              type="button"
              disabled={disabled}
              title={starter}
              onClick={() => onPick(starter)}
              className="flex h-full min-h-14 w-full items-center rounded-l border border-line bg-raised px-4 py-3 text-start text-14 shadow-1 transition-colors enabled:hover:bg-hover disabled:cursor-not-allowed disabled:opacity-50"
            >
              <span
                dir="auto"
                className="line-clamp-3 w-full text-start whitespace-pre-line [overflow-wrap:anywhere]"
              >
                {starter}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {starters.length > SHOWN && (
        <Button
          look="quiet"
          aria-expanded={showsAll}
          aria-controls={list}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? texts.fewer : texts.more(starters.length - SHOWN)}
        </Button>
      )}
    </div>
  )
}
