import { RotateCcw, Square, Volume2 } from 'lucide-react'
import { memo, useEffect, type ComponentType } from 'react'
import type { MessageView, ShownMessage } from '#chatapp/chats/schema.ts'
import type { ToolActivity } from '#ground/turn/schema.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { lazily } from '../../ui/lazily.ts'
import { useLasting } from '../../ui/lasting.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { common } from '../messages.ts'
import { thread as texts } from './messages.ts'
import { Ending } from './ending.tsx'
import { MessageFooter } from './message-footer.tsx'
import { canSpeak, readAloud, stopReading, useIsRead } from './read-aloud.ts'
import { AnswerRating } from './rating.tsx'
import { Reasoning } from './reasoning.tsx'
import { ToolLines } from './tool-lines.tsx'
import type { Turns } from './turns.ts'

export interface AnswerProps {
  message: ShownMessage
  last: boolean
  /** Nobody asked for it, such as the result of a run: there is no other answer to it. */
  unasked: boolean
  locked: boolean
  turns: Turns
  onBranches(): void
  /** Shown below the text. */
  Outcome: ComponentType<{ message: MessageView }>
}

export const Answer = memo(AnswerArticle, isSameAnswer)

function AnswerArticle({ message, last, unasked, locked, turns, onBranches, Outcome }: AnswerProps) {
  const running = message.state === 'running'
  const tools = message.tools ?? []
  const writing = message.content !== ''
  const quiet = running && !writing && !message.reasoning && !tools.some(({ state }) => state === 'running')
  return (
    <article aria-label={texts.answer} aria-busy={running} className="group/message flex flex-col gap-2">
      {message.reasoning && <Reasoning text={message.reasoning} thinking={running && !writing} />}
      {tools.length > 0 && <ToolLines tools={tools} running={running} broken={isBroken(message)} />}
      {quiet && <Working />}
      {writing && <Markdown text={message.content} growing={running} />}
      {!running && writing && tools.some(mayRestOn) && <Sourced tools={tools} />}
      <Outcome message={message} />
      {!running && (
        <Ending
          message={message}
          locked={locked}
          onContinue={last ? () => void turns.send({ content: texts.continuePrompt, files: [] }) : undefined}
          onRetry={() => void turns.regenerate(message)}
        />
      )}
      <MessageFooter
        message={message}
        locked={locked}
        shown={last}
        hidden={running}
        turns={turns}
        onBranches={onBranches}
      >
        {writing && (
          <CopyButton label={common.copy} copiedLabel={common.copied} text={() => message.content} />
        )}
        {writing && canSpeak() && <ReadAloud message={message} />}
        {writing && !unasked && <AnswerRating message={message} turns={turns} />}
        {!unasked && (
          <IconButton
            label={texts.regenerate}
            disabled={locked}
            onClick={() => void turns.regenerate(message)}
          >
            <RotateCcw aria-hidden />
          </IconButton>
        )}
      </MessageFooter>
    </article>
  )
}

const useSources = lazily(() => import('./sources.tsx'))

const mayRestOn = ({ name, sources }: ToolActivity): boolean => name === 'read_file' || sources !== undefined

/** What the answer rests on. Few answers rest on anything, so it comes when one does. */
function Sourced({ tools }: { tools: readonly ToolActivity[] }) {
  const parts = useSources(true)
  return parts ? <parts.Sources tools={tools} /> : <div className="min-h-7" />
}

function ReadAloud({ message: { id, content } }: { message: ShownMessage }) {
  const isRead = useIsRead(id)
  useEffect(() => () => stopReading(id), [id])
  return (
    <IconButton
      label={isRead ? texts.stopReading : texts.readAloud}
      aria-pressed={isRead}
      onClick={() => void readAloud(id, content)}
    >
      {isRead ? <Square aria-hidden className="scale-75 fill-current" /> : <Volume2 aria-hidden />}
    </IconButton>
  )
}

/** Nothing has arrived yet. */
function Working() {
  const lasting = useLasting(true)
  return (
    <p className="flex min-h-6 items-center gap-2 text-14 text-muted">
      {lasting && (
        <>
          <span aria-hidden className="size-2 animate-breathe rounded-full bg-accent-text" />
          {texts.working}
        </>
      )}
    </p>
  )
}

/** Nothing was written after the last call. */
const isBroken = ({ state, content, tools }: MessageView): boolean =>
  tools?.at(-1)?.state === 'failed' && (state === 'failed' || (state === 'done' && content.trim() === ''))

/** Acts are made anew with every render and do the same; only what is seen decides. */
function isSameAnswer(a: AnswerProps, b: AnswerProps): boolean {
  return a.message === b.message && a.last === b.last && a.locked === b.locked
}
