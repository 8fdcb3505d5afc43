import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  useDeferredValue,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { listPeople } from '#features/people/contract.ts'
import type { PersonView } from '#features/people/schema.ts'
import { cx } from '../../ui/cx.ts'
import { isComposing } from '../../ui/keyboard.ts'
import { call } from './api.ts'
import { people as texts } from './messages.ts'

const MAX_FOUND = 8

/** The server returns only people whom the caller may see. */
export const useFoundPeople = (text: string): readonly PersonView[] => useFound(text).people

function useFound(text: string): { people: readonly PersonView[]; isStale: boolean } {
  const q = useDeferredValue(text.trim())
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['people', 'found', q],
    queryFn: ({ signal }) => call(listPeople, { query: { q, limit: MAX_FOUND }, signal }),
    placeholderData: keepPreviousData,
    enabled: q.length > 1,
    retry: false,
  })
  return {
    people: q.length > 1 ? (data?.items ?? []) : [],
    isStale: isPlaceholderData || q !== text.trim(),
  }
}

/** A combobox that suggests people; its text may even be an address without an account. */
export function usePersonOptions(text: string, onChoose: (subject: string) => void) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const { people, isStale } = useFound(text)
  const found = people.filter(({ subject }) => subject !== text.trim().toLowerCase())
  const isShown = isOpen && found.length > 0
  const reached = isShown ? found[at] : undefined
  function choose(subject: string) {
    setOpen(false)
    setAt(-1)
    onChoose(subject)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event) || !isShown) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setAt((at + step + found.length + (at < 0 && step < 0 ? 1 : 0)) % found.length)
    else if (event.key === 'Escape') setOpen(false)
    else if (event.key === 'Enter' && reached) choose(reached.subject)
    else return
    event.preventDefault()
    event.stopPropagation() // keeps an enclosing dialog open
  }
  return {
    /** First suggestion; undefined while the suggestions belong to an earlier text. */
    first: isStale ? undefined : found[0]?.subject,
    onText() {
      setOpen(true)
      setAt(-1)
    },
    input: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isShown,
      'aria-controls': `${id}-list`,
      'aria-activedescendant': reached && `${id}-${at}`,
      autoComplete: 'off',
      autoCapitalize: 'none',
      spellCheck: false,
      onKeyDownCapture: onKeyDown,
      onBlur: () => setOpen(false),
    } as const,
    list: <Options id={id} found={isShown ? found : []} at={at} onPoint={setAt} onChoose={choose} />,
  }
}

interface OptionsProps {
  id: string
  found: readonly PersonView[]
  at: number
  onPoint(at: number): void
  onChoose(subject: string): void
}

const Options = ({ id, found, at, onPoint, onChoose }: OptionsProps) => (
  <>
    <div
      id={`${id}-list`}
      ref={useTopLayer(found.length > 0)}
      popover="manual"
      role="listbox"
      aria-label={texts.suggestions}
      className="fixed inset-auto m-0 max-h-72 min-w-64 overflow-y-auto rounded-m border border-line bg-raised p-1 text-text shadow-2"
    >
      {found.map(({ subject, name }, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={subject}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          onPointerDown={(event) => event.preventDefault()} // keeps the focus in the field
          onPointerMove={() => onPoint(index)}
          onClick={() => onChoose(subject)}
          className={cx(
            'flex min-h-hit cursor-pointer flex-col justify-center rounded-s px-2 py-1 text-14 leading-5',
            index === at && 'bg-hover',
          )}
        >
          <span dir="auto" className="truncate">
            {name ?? subject}
          </span>
          {name && (
            <span dir="auto" className="truncate text-12 text-faint">
              {subject}
            </span>
          )}
        </div>
      ))}
    </div>
    <span role="status" className="sr-only">
      {found.length > 0 && texts.found(found.length)}
    </span>
  </>
)

const GAP_PX = 4

/** Shows the list below its field in the top layer, because a dialog would clip it. */
function useTopLayer(isShown: boolean): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const list = ref.current!
    if (!isShown) return
    const place = () => {
      const field = list.parentElement!.getBoundingClientRect()
      const isBelow = field.bottom + list.offsetHeight + GAP_PX <= window.innerHeight
      const top = isBelow ? field.bottom + GAP_PX : Math.max(GAP_PX, field.top - list.offsetHeight - GAP_PX)
      const left = Math.min(field.left, window.innerWidth - list.offsetWidth - GAP_PX)
      list.style.width = `${field.width}px`
      list.style.top = `${top}px`
      list.style.left = `${Math.max(GAP_PX, left)}px`
    }
    list.showPopover()
    place()
    window.addEventListener('scroll', place, true)
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, true)
      window.removeEventListener('resize', place)
      list.hidePopover()
    }
  })
  return ref
}
