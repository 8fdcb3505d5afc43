import type { MessageView } from '#chatapp/chats/schema.ts'
import type { ToolActivity } from '#ground/turn/schema.ts'
import { lazily } from '../../ui/lazily.ts'
import { useLasting } from '../../ui/lasting.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { thread as texts } from './messages.ts'
import { Reasoning } from './reasoning.tsx'
import { ToolLines } from './tool-lines.tsx'

/** An agent's reasoning, actions and text so far. */
export function AnswerBody({ message }: { message: MessageView }) {
  const running = message.state === 'running'
  const tools = message.tools ?? []
  const writing = message.content !== ''
  const quiet = running && !writing && !message.reasoning && !tools.some(({ state }) => state === 'running')
  return (
    <>
      {message.reasoning && (
        <Reasoning text={message.reasoning} thinking={running && !writing} hub={message.model} />
      )}
      {tools.length > 0 && <ToolLines tools={tools} running={running} broken={isBroken(message)} />}
      {quiet && <Working />}
      {writing && <Markdown text={message.content} growing={running} hub={message.model} />}
      {!running && writing && tools.some(mayRestOn) && <Sourced tools={tools} />}
    </>
  )
}

const useSources = lazily(() => import('./sources.tsx'))

const mayRestOn = ({ name, sources }: ToolActivity): boolean => name === 'read_file' || sources !== undefined

/** Sources of the answer. Few answers have any, so it is loaded on demand. */
function Sourced({ tools }: { tools: readonly ToolActivity[] }) {
  const parts = useSources(true)
  return parts ? <parts.Sources tools={tools} /> : <div className="min-h-7" />
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
