import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { ShownMessage } from '#chatapp/chats/schema.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazily } from '../../ui/lazily.ts'
import { lazyOpened } from '../../ui/lazy-opened.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Popover } from '../../ui/popover.tsx'
import { duration, exactTime, shortTime } from '../../ui/time.ts'
import { thread as texts } from './messages.ts'
import type { ThreadTurns } from './turns.ts'

const useMenu = lazily(() => import('./answer-menu.tsx'))
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
  const [isNear, setNear] = useState(false)
  const [asks, setAsks] = useState(false)
  const parts = useMenu(isNear)
  // The entries load before the menu opens, because the menu focuses its first entry.
  const load = () => setNear(true)
  return (
    <span onPointerEnter={load} onFocusCapture={load}>
      <Menu
        align="start"
        trigger={
          <IconButton label={texts.more}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        {parts && <parts.AnswerMenu {...props} onOtherwise={() => setAsks(true)} />}
      </Menu>
      {asks && (
        <OtherwiseDialog
          onClose={() => setAsks(false)}
          onAsk={(text) => void props.turns.regenerate(props.message, { how: 'otherwise', text })}
        />
      )}
    </span>
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
