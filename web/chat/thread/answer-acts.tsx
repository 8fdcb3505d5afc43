import { useState } from 'react'
import type { ShownMessage } from '#chatapp/chats/schema.ts'
import { lazily } from '../../ui/lazily.ts'
import { lazyOpened } from '../../ui/lazy-opened.tsx'
import { moreMenu } from '../../ui/more-menu.tsx'
import { Popover } from '../../ui/popover.tsx'
import { duration, exactTime, shortTime } from '../../ui/time.ts'
import { common } from '../messages.ts'
import { thread as texts } from './messages.ts'
import type { ThreadTurns } from './turns.ts'

const AnswerEntries = moreMenu(async () => (await import('./answer-menu.tsx')).AnswerMenu)
const useDetails = lazily(() => import('./answer-details.tsx'))
const OtherwiseDialog = lazyOpened(async () => (await import('./otherwise-dialog.tsx')).OtherwiseDialog)

export interface AnswerMoreProps {
  message: ShownMessage
  locked: boolean
  canRevise: boolean
  turns: ThreadTurns
  onEdit(): void
}

export function AnswerMore(props: AnswerMoreProps) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <AnswerEntries {...props} label={common.more} onOtherwise={() => setAsks(true)} />
      {asks && (
        <OtherwiseDialog
          onClose={() => setAsks(false)}
          onAsk={(text) => void props.turns.regenerate(props.message, { how: 'otherwise', text })}
        />
      )}
    </>
  )
}

export function AnswerTime({ message }: { message: ShownMessage }) {
  const { facts, timestamp, edited } = message
  return (
    <Popover
      label={texts.details}
      trigger={
        <button
          type="button"
          className="min-h-hit rounded-m px-1.5 text-12 whitespace-nowrap text-faint hover:bg-hover hover:text-text"
        >
          <span className="sr-only">{texts.details}: </span>
          <time dateTime={new Date(timestamp * 1000).toISOString()} title={exactTime(timestamp)}>
            {shortTime(timestamp)}
          </time>
          {facts?.ms !== undefined && <span className="max-sm:hidden"> · {duration(facts.ms)}</span>}
          {edited && ` · ${texts.edited}`}
        </button>
      }
    >
      <Details message={message} />
    </Popover>
  )
}

function Details({ message }: { message: ShownMessage }) {
  const parts = useDetails(true)
  return parts ? <parts.AnswerDetails message={message} /> : <div className="h-24" />
}
