import { Check, CircleAlert, CircleDashed, LoaderCircle } from 'lucide-react'
import type { ToolActivity } from '#ground/turn/schema.ts'
import { duration } from '../../ui/time.ts'
import { thread } from './messages.ts'
import { Fold } from './fold.tsx'
import { UserText } from './user-text.tsx'

export interface ToolLinesProps {
  tools: readonly ToolActivity[]
  running: boolean
  /** True if the answer broke after these calls; failures from which the agent recovered do not count. */
  broken: boolean
}

const MANY = 4

export function ToolLines({ tools, running, broken }: ToolLinesProps) {
  const lines = tools.map((tool, index) => (
    <ToolLine key={tool.id} tool={tool} running={running} open={broken && index === tools.length - 1} />
  ))
  if (running || tools.length < MANY) return <div className="flex flex-col">{lines}</div>
  const failed = tools.filter(({ state, unfinished }) => state === 'failed' && !unfinished).length
  const took = tools.reduce((sum, { ms }) => sum + (ms ?? 0), 0)
  const parts = [thread.steps(tools.length), duration(took), failed > 0 && thread.stepsFailed(failed)]
  return (
    <Fold
      open={broken}
      icon={
        failed > 0 ? (
          <CircleAlert aria-hidden className={broken ? 'text-danger' : 'text-warn'} />
        ) : (
          <Check aria-hidden className="text-ok" />
        )
      }
      label={parts.filter(Boolean).join(' · ')}
    >
      {lines}
    </Fold>
  )
}

function ToolLine({ tool, running, open }: { tool: ToolActivity; running: boolean; open: boolean }) {
  const state = shownState(tool, running)
  const failed = state === 'failed'
  return (
    <Fold
      open={open && failed && !tool.connect}
      icon={ICONS[state]}
      label={<ToolLabel tool={tool} state={state} />}
    >
      <div className="flex flex-col gap-1 py-1 text-13 text-muted">
        <p className="break-words">{thread.toolName(tool.name)}</p>
        {tool.error && <p className="break-words whitespace-pre-wrap text-danger">{tool.error}</p>}
        {failed && !tool.connect && <p>{thread.toolHelp}</p>}
        {tool.input && <UserText what={thread.toolInput} text={tool.input} />}
        {tool.result && <UserText what={thread.toolResult} text={tool.result} />}
      </div>
    </Fold>
  )
}

type ShownState = ToolActivity['state'] | 'cancelled' | 'interrupted'

function shownState({ state, unfinished }: ToolActivity, running: boolean): ShownState {
  if (state === 'failed' && unfinished) return unfinished
  return state === 'running' && !running ? 'interrupted' : state
}

function ToolLabel({ tool, state }: { tool: ToolActivity; state: ShownState }) {
  return (
    <>
      <bdi>{labelOf(tool)}</bdi>
      <span className="sr-only">, {stateWord(state)}</span>
      {state !== 'running' && state !== 'done' && <span aria-hidden> · {stateWord(state)}</span>}
      {tool.ms !== undefined && <bdi className="text-faint tabular-nums"> · {duration(tool.ms)}</bdi>}
    </>
  )
}

function labelOf({ title, name, question, asked }: ToolActivity): string {
  if (asked)
    return asked.reason
      ? thread.declined[asked.reason](asked.server)
      : thread.asked[asked.action](asked.server)
  return question ? thread.asks(question.server) : title || name
}

const stateWord = (state: ShownState): string =>
  ({
    running: thread.toolRunning,
    done: thread.toolDone,
    failed: thread.toolFailed,
    cancelled: thread.toolCancelled,
    interrupted: thread.toolInterrupted,
  })[state]

const ICONS: Record<ShownState, React.ReactNode> = {
  running: <LoaderCircle aria-hidden className="animate-turn text-accent-text" />,
  done: <Check aria-hidden className="text-ok" />,
  failed: <CircleAlert aria-hidden className="text-danger" />,
  cancelled: <CircleDashed aria-hidden className="text-faint" />,
  interrupted: <CircleDashed aria-hidden className="text-faint" />,
}
