import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Settings2 } from 'lucide-react'
import { useState, type ReactNode, type RefObject } from 'react'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { agentPromptsQuery, ownPromptsQuery } from '../../api/prompts.ts'
import { useChoice } from './choice.ts'
import { promptTexts as texts } from './messages.ts'
import { filledIn, offersFor, variablesOf, type OfferedPrompt } from './offers.ts'
import { PromptForm } from './prompt-form.tsx'

export interface PromptListProps {
  agentId: string
  field: RefObject<HTMLTextAreaElement | null>
  typed: string
  onPrompt(text: string): void
}

export function PromptList({ agentId, field, typed, onPrompt }: PromptListProps) {
  const own = useQuery(ownPromptsQuery)
  const shared = useQuery(agentPromptsQuery(agentId))
  const navigate = useNavigate()
  const [isDismissed, setDismissed] = useState(false)
  const [filling, setFilling] = useState<OfferedPrompt | null>(null)
  const isLoading = own.isLoading || shared.isLoading
  const offers = isLoading ? [] : offersFor(typed, own.data ?? [], shared.data ?? [])
  function manage() {
    setDismissed(true)
    void navigate({ to: '.', search: (search) => ({ ...search, settings: 'prompts' }), replace: true })
  }
  const acts = offers.map((offer) => () => {
    if (variablesOf(offer.parts).length > 0) setFilling(offer)
    else onPrompt(filledIn(offer.parts, new Map()))
  })
  const isOpen = !isDismissed && filling === null && (isLoading || typed === '' || offers.length > 0)
  const choice = useChoice(field, {
    isOpen,
    typed,
    acts: isLoading ? [] : [...acts, manage],
    onDismiss: () => setDismissed(true),
  })
  if (filling)
    return (
      <PromptForm
        title={filling.title || filling.name}
        variables={variablesOf(filling.parts)}
        onFilled={(values) => onPrompt(filledIn(filling.parts, values))}
        onClose={() => {
          setFilling(null)
          setDismissed(true)
        }}
      />
    )
  if (!isOpen) return null
  return (
    <div className="absolute inset-x-0 bottom-full z-20 mb-2 flex max-h-[min(20rem,45dvh)] animate-appear flex-col overflow-hidden rounded-l border border-line bg-raised shadow-2">
      {(own.error ?? shared.error) && (
        <p role="status" className="border-b border-line px-4 py-2 text-13 text-muted">
          {texts.failed}
        </p>
      )}
      <div
        id={choice.listId}
        role="listbox"
        aria-label={texts.label}
        aria-busy={isLoading}
        className="min-h-0 overflow-y-auto p-1.5"
      >
        {isLoading && <Skeleton className="h-9" />}
        {offers.map((offer, index) => (
          <Option key={offer.key} {...choice.option(index)}>
            <span dir="ltr" className="max-w-1/2 shrink-0 truncate font-mono text-13">
              /{offer.name}
            </span>
            <span dir="auto" className="min-w-0 flex-1 truncate text-muted">
              {offer.title === offer.name ? '' : offer.title}
              {offer.description && <span className="text-faint max-sm:hidden"> · {offer.description}</span>}
            </span>
            {offer.isOwn && <span className="shrink-0 text-12 text-faint">{texts.own}</span>}
          </Option>
        ))}
        {!isLoading && (
          <Option {...choice.option(offers.length)} className={cx(offers.length > 0 && 'mt-1')}>
            <Settings2 aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="min-w-0 flex-1 truncate">
              {texts.manage}
              <span className="text-faint"> · {texts.manageDetail}</span>
            </span>
          </Option>
        )}
      </div>
    </div>
  )
}

interface OptionProps {
  id: string
  isChosen: boolean
  onPoint(): void
  onChoose(): void
  className?: string
  children: ReactNode
}

const Option = ({ id, isChosen, onPoint, onChoose, className, children }: OptionProps) => (
  // Keydown events stay in the text box, which keeps the focus after a click.
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
  <div
    id={id}
    role="option"
    aria-selected={isChosen}
    onPointerMove={onPoint}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onChoose}
    className={cx(
      'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-s px-2.5 py-1 text-14 pointer-coarse:min-h-hit',
      isChosen && 'bg-hover',
      className,
    )}
  >
    {children}
  </div>
)
