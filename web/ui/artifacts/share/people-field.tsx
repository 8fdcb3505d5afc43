import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { UserRound, UsersRound, X } from 'lucide-react'
import { useDeferredValue, useId, useRef, useState, type KeyboardEvent } from 'react'
import { cx } from '../../cx.ts'
import { isComposing } from '../../keyboard.ts'
import { sharingTexts as sharing } from '../messages.ts'
import { isSame, type Chosen, type PeopleLookup } from './chosen.ts'

export interface PeopleFieldProps {
  lookUp(q: string): PeopleLookup
  agent: string
  label?: string
  chosen: readonly Chosen[]
  onChange(chosen: readonly Chosen[]): void
}

export function PeopleField(props: PeopleFieldProps) {
  const id = useId()
  const { text, type, found, at, point, isOpen, isFetching, field, announcement, add, remove, onKeyDown } =
    usePeopleField(props)
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-13 font-medium">
        {props.label ?? sharing.find}
      </label>
      <div className="flex min-h-10 flex-wrap items-center gap-1.5 rounded-m border border-line-strong bg-canvas p-1.5 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent-text">
        {props.chosen.map((one) => (
          <Chip key={`${one.what} ${one.id}`} one={one} onRemove={() => remove(one)} />
        ))}
        <input
          ref={field}
          id={id}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-describedby={`${id}-hint`}
          aria-activedescendant={found[at] ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          className="min-h-7 min-w-32 flex-1 bg-transparent px-1 text-16 leading-5 outline-none sm:text-14"
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={sharing.found}
        aria-busy={isFetching}
        className={cx(
          'max-h-56 overflow-y-auto rounded-m border border-line bg-raised p-1 shadow-1',
          found.length === 0 && 'hidden',
        )}
      >
        {found.map((one, index) => (
          <Found
            key={`${one.what} ${one.id}`}
            id={`${id}-${index}`}
            one={one}
            isReached={index === at}
            onPoint={() => point(index)}
            onChoose={() => add(one)}
          />
        ))}
      </div>
      <p id={`${id}-hint`} className="text-12 text-faint">
        {isOpen && !isFetching && found.length === 0 ? sharing.nobody : sharing.findHint(props.agent)}
      </p>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </div>
  )
}

function usePeopleField({ lookUp, chosen, onChange }: PeopleFieldProps) {
  const [text, setText] = useState('')
  const [wanted, point] = useState(0)
  const [announcement, setAnnouncement] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const q = useDeferredValue(text.trim())
  const { queryKey, find } = lookUp(q)
  const { data, isFetching } = useQuery({
    queryKey,
    queryFn: ({ signal }) => find(signal),
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const isOpen = q.length > 1 && data !== undefined
  const found = isOpen ? data.filter((one) => !chosen.some((other) => isSame(one, other))) : []
  const at = Math.min(wanted, found.length - 1)
  function type(typed: string) {
    setText(typed)
    point(0)
  }
  function add(one: Chosen) {
    onChange([...chosen, one])
    type('')
    setAnnouncement(sharing.added(one.name))
    field.current?.focus()
  }
  function remove(one: Chosen) {
    onChange(chosen.filter((other) => !isSame(one, other)))
    setAnnouncement(sharing.removed(one.name))
    field.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    const last = chosen.at(-1)
    if (event.key === 'Backspace' && text === '' && last) return remove(last)
    if (event.key === 'Escape' && text !== '') {
      event.stopPropagation() // otherwise Escape would also close the dialog
      return setText('')
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && found.length > 0) {
      event.preventDefault()
      point((at + step + found.length) % found.length)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      if (found[at]) add(found[at])
    }
  }
  return { text, type, found, at, point, isOpen, isFetching, field, announcement, add, remove, onKeyDown }
}

const Sign = ({ what }: { what: Chosen['what'] }) =>
  what === 'person' ? <UserRound aria-hidden /> : <UsersRound aria-hidden />

const Chip = ({ one, onRemove }: { one: Chosen; onRemove(): void }) => (
  <span
    title={one.what === 'person' ? one.id : undefined}
    className="inline-flex max-w-full items-center gap-1 rounded-s bg-selected ps-1.5 text-13 [&_svg]:size-3.5 [&_svg]:shrink-0 [&_svg]:text-muted"
  >
    <Sign what={one.what} />
    <span className="truncate">{one.name}</span>
    <button
      type="button"
      aria-label={sharing.remove(one.name)}
      onClick={onRemove}
      className="flex size-7 items-center justify-center rounded-s hover:bg-hover pointer-coarse:size-9"
    >
      <X aria-hidden />
    </button>
  </span>
)

interface FoundProps {
  id: string
  one: Chosen
  isReached: boolean
  onPoint(): void
  onChoose(): void
}

const Found = ({ id, one, isReached, onPoint, onChoose }: FoundProps) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
  <div
    id={id}
    role="option"
    aria-selected={isReached}
    onPointerDown={(event) => event.preventDefault()}
    onClick={onChoose}
    onPointerMove={onPoint}
    className={cx(
      'flex min-h-hit cursor-pointer items-center gap-2.5 rounded-s px-2 py-1 text-14 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted',
      isReached && 'bg-hover',
    )}
  >
    <Sign what={one.what} />
    <span className="min-w-0 flex-1 truncate">{one.name}</span>
    <span className="min-w-0 truncate text-12 text-faint">
      {one.what === 'group' ? sharing.group : one.id}
    </span>
  </div>
)
