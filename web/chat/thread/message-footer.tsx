import { ChevronLeft, ChevronRight, Split } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ShownMessage } from '#chatapp/chats/schema.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { cx } from '../../ui/cx.ts'
import { exactTime, shortTime } from '../../ui/time.ts'
import { thread as texts } from './messages.ts'
import type { ThreadTurns } from './turns.ts'

export interface MessageFooterProps {
  message: ShownMessage
  locked: boolean
  shown?: boolean
  hidden?: boolean
  end?: boolean
  turns: Pick<ThreadTurns, 'show'>
  onBranches(): void
  /** Default: the time of the message. */
  time?: ReactNode
  children: ReactNode
}

export function MessageFooter(props: MessageFooterProps) {
  const { message, locked, shown, hidden, end, turns, onBranches, time, children } = props
  const { id, versions } = message
  const at = versions.indexOf(id) + 1
  const many = versions.length > 1
  return (
    <footer
      className={cx(
        'flex min-h-hit flex-wrap items-center gap-0.5 transition-opacity',
        end ? '-mb-4 justify-end' : '-ms-2',
        hidden && 'invisible',
        !shown &&
          !many &&
          'opacity-0 group-focus-within/message:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100',
      )}
    >
      {many && (
        <fieldset
          disabled={locked}
          aria-label={texts.versionLabel(at, versions.length)}
          className="flex items-center text-13 text-muted"
        >
          <IconButton
            label={texts.previous}
            disabled={locked || at === 1}
            onClick={() => void turns.show(versions[at - 2]!)}
          >
            <ChevronLeft aria-hidden className="rtl:-scale-x-100" />
          </IconButton>
          <span className="tabular-nums">{texts.version(at, versions.length)}</span>
          <IconButton
            label={texts.next}
            disabled={locked || at === versions.length}
            onClick={() => void turns.show(versions[at]!)}
          >
            <ChevronRight aria-hidden className="rtl:-scale-x-100" />
          </IconButton>
          <IconButton label={texts.branches} onClick={onBranches}>
            <Split aria-hidden className="rotate-90 rtl:-rotate-90" />
          </IconButton>
        </fieldset>
      )}
      {children}
      {time ?? (
        <time
          dateTime={new Date(message.timestamp * 1000).toISOString()}
          title={exactTime(message.timestamp)}
          className={cx('px-1.5 text-12 whitespace-nowrap text-faint', end && 'order-first')}
        >
          {shortTime(message.timestamp)}
        </time>
      )}
    </footer>
  )
}
