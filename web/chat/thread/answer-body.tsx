import type { MessageView } from '#chatapp/chats/schema.ts'
import type { ToolActivity } from '#ground/turn/schema.ts'
import { lazily } from '../../ui/lazily.ts'
import { useLasting } from '../../ui/lasting.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { partsInOrder } from '../api/answer-parts.ts'
import { thread as texts, thread } from './messages.ts'
import { ToolLines } from './tool-lines.tsx'
import { Fold } from './fold.tsx'

export function AnswerBody({ message }: { message: MessageView }) {
  const { model: hub, tools = [] } = message
  const running = message.state === 'running'
  const writing = message.content !== ''
  const parts = partsInOrder(message)
  const isToolRunning = tools.some(({ state }) => state === 'running')
  return (
    <>
      {parts.map((part, index) => {
        const grows = running && index === parts.length - 1
        // oxlint-disable react/no-array-index-key -- parts are only ever added at the end
        if ('reasoning' in part)
          return <Reasoning key={index} text={part.reasoning} thinking={grows} hub={hub} />
        if ('text' in part) return <Markdown key={index} text={part.text} growing={grows} hub={hub} />
        // oxlint-enable react/no-array-index-key
        const last = part.tools.at(-1)!
        return (
          <ToolLines
            key={part.tools[0]!.id}
            tools={part.tools}
            running={grows || (running && part.tools.some(({ state }) => state === 'running'))}
            broken={last === tools.at(-1) && isBroken(message)}
          />
        )
      })}
      {running && !isToolRunning && <Working isSilent={parts.length === 0} />}
      {!running && writing && tools.some(mayRestOn) && <Sourced tools={tools} />}
    </>
  )
}

const useSources = lazily(() => import('./sources.tsx'))

const mayRestOn = ({ name, sources }: ToolActivity): boolean => name === 'read_file' || sources !== undefined

function Sourced({ tools }: { tools: readonly ToolActivity[] }) {
  const parts = useSources(true)
  return parts ? <parts.Sources tools={tools} /> : <div className="min-h-7" />
}

function Working({ isSilent }: { isSilent: boolean }) {
  const lasting = useLasting(true)
  return (
    <p className="flex min-h-6 items-center gap-2 text-14 text-muted">
      {lasting && (
        <>
          <span aria-hidden className="size-2 animate-breathe rounded-full bg-accent-text" />
          {isSilent && texts.working}
        </>
      )}
    </p>
  )
}

const isBroken = ({ state, content, tools }: MessageView): boolean =>
  tools?.at(-1)?.state === 'failed' && (state === 'failed' || (state === 'done' && content.trim() === ''))

interface ReasoningProps {
  text: string
  thinking: boolean
  hub: string | undefined
}

function Reasoning({ text, thinking, hub }: ReasoningProps) {
  return (
    <Fold
      label={
        <span className={thinking ? 'animate-breathe' : undefined}>
          {thinking ? thread.thinking : thread.reasoning}
        </span>
      }
    >
      <div className="text-14 text-muted">
        <Markdown text={text} growing={thinking} hub={hub} />
      </div>
    </Fold>
  )
}
