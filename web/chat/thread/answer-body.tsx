import type { MessageView } from '#chatapp/chats/schema.ts'
import { useLasting } from '../../ui/lasting.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { thread as texts } from './messages.ts'
import { readSources } from './read-sources.ts'
import { Reasoning } from './reasoning.tsx'
import { Sources } from './sources.tsx'
import { ToolLines } from './tool-lines.tsx'

/** What an agent thought, did and said, as far as it is there. */
export function AnswerBody({ message }: { message: MessageView }) {
  const running = message.state === 'running'
  const tools = message.tools ?? []
  const writing = message.content !== ''
  const sources = running || !writing ? [] : readSources(tools)
  const quiet = running && !writing && !message.reasoning && !tools.some(({ state }) => state === 'running')
  return (
    <>
      {message.reasoning && <Reasoning text={message.reasoning} thinking={running && !writing} />}
      {tools.length > 0 && <ToolLines tools={tools} running={running} broken={isBroken(message)} />}
      {quiet && <Working />}
      {writing && <Markdown text={message.content} growing={running} />}
      {sources.length > 0 && <Sources sources={sources} />}
    </>
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
