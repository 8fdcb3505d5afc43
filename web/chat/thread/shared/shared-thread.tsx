import { memo } from 'react'
import type { ShownMessage } from '#chatapp/chats/schema.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { cx } from '../../../ui/cx.ts'
import { exactTime, shortTime } from '../../../ui/time.ts'
import { findCutReason } from '../../api/cut-answer.ts'
import { common } from '../../messages.ts'
import { thread } from '../messages.ts'
import type { ThreadParts } from '../thread.tsx'
import { visibleBranch } from '../tree.ts'
import { sharedTexts as texts } from './messages.ts'
import { sharedFileAddress, useEarlierOfShared, type SharedConversation } from './queries.ts'

export interface SharedThreadProps {
  share: SharedConversation
  reconnecting: boolean
  parts: ThreadParts
}

export function SharedThread({ share, reconnecting, parts }: SharedThreadProps) {
  const branch = visibleBranch(share.history)
  const source = useEarlierOfShared(share.id)
  if (branch.length === 0)
    return <p className="flex-1 px-4 pt-16 text-center text-14 text-muted">{texts.empty}</p>
  return (
    <div className="relative min-h-0 flex-1">
      <parts.ConversationPane
        branch={branch}
        history={share.history}
        source={source}
        reconnecting={reconnecting}
      >
        {(message) =>
          message.role === 'user' ? (
            <Prompt message={message} shareId={share.id} owner={share.owner} parts={parts} />
          ) : (
            <SharedAnswer message={message} parts={parts} />
          )
        }
      </parts.ConversationPane>
    </div>
  )
}

interface PromptProps {
  message: ShownMessage
  shareId: string
  owner: string
  parts: ThreadParts
}

const Prompt = memo(({ message, shareId, owner, parts }: PromptProps) => (
  <article aria-label={texts.prompt(owner)} className="group/message flex flex-col items-end gap-1">
    {message.files && message.files.length > 0 && (
      <parts.MessageFiles files={message.files} addressOf={sharedFileAddress(shareId)} />
    )}
    {message.content && <parts.Bubble text={message.content} />}
    <Footer message={message} end />
  </article>
))

const SharedAnswer = memo(({ message, parts }: { message: ShownMessage; parts: ThreadParts }) => {
  const running = message.state === 'running'
  const isCut = message.state !== 'done' && !running
  const cut = findCutReason(message)
  return (
    <article aria-label={thread.answer} aria-busy={running} className="group/message flex flex-col gap-2">
      <parts.AnswerBody message={message} />
      {isCut && <p className="text-14 text-muted">{texts.unfinished}</p>}
      {cut && <p className="text-14 text-muted">{cut}</p>}
      <Footer message={message} hidden={running} />
    </article>
  )
})

const Footer = ({ message, end, hidden }: { message: ShownMessage; end?: boolean; hidden?: boolean }) => (
  <footer
    className={cx(
      'flex min-h-hit items-center gap-0.5 opacity-0 transition-opacity group-focus-within/message:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100',
      end ? '-mb-4 justify-end' : '-ms-2',
      hidden && 'invisible',
    )}
  >
    {message.content && (
      <CopyButton label={common.copy} copiedLabel={common.copied} text={() => message.content} />
    )}
    <time
      dateTime={new Date(message.timestamp * 1000).toISOString()}
      title={exactTime(message.timestamp)}
      className={cx('px-1.5 text-12 text-faint', end && 'order-first')}
    >
      {shortTime(message.timestamp)}
    </time>
  </footer>
)
