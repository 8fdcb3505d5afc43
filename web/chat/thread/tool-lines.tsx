import { Check, CircleAlert, CircleDashed, LoaderCircle } from 'lucide-react'
import type { ToolActivity } from '#ground/turn/schema.ts'
import { duration } from '../../ui/time.ts'
import { thread } from './messages.ts'
import { Fold } from './fold.tsx'

/** From this many finished steps on, they fold into one line. */
const MANY = 4

export function ToolLines({ tools, running }: { tools: readonly ToolActivity[]; running: boolean }) {
  const lines = tools.map((tool) => <ToolLine key={tool.id} tool={tool} running={running} />)
  if (running || tools.length < MANY) return <div className="flex flex-col">{lines}</div>
  const failed = tools.filter(({ state }) => state === 'failed').length
  const took = tools.reduce((sum, { ms }) => sum + (ms ?? 0), 0)
  const parts = [thread.steps(tools.length), duration(took), failed > 0 && thread.stepsFailed(failed)]
  return (
    <Fold
      open={failed > 0}
      icon={
        failed > 0 ? (
          <CircleAlert aria-hidden className="text-danger" />
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

function ToolLine({ tool, running }: { tool: ToolActivity; running: boolean }) {
  const failed = tool.state === 'failed'
  const state = tool.state === 'running' && !running ? 'stopped' : tool.state
  return (
    <Fold open={failed && !tool.connect} icon={ICONS[state]} label={<ToolLabel tool={tool} state={state} />}>
      <div className="flex flex-col gap-1 py-1 text-13 text-muted">
        <p className="break-words">{thread.toolName(tool.name)}</p>
        {tool.error && <p className="break-words whitespace-pre-wrap text-danger">{tool.error}</p>}
        {failed && !tool.connect && <p>{thread.toolHelp}</p>}
      </div>
    </Fold>
  )
}

type ShownState = ToolActivity['state'] | 'stopped'

function ToolLabel({ tool, state }: { tool: ToolActivity; state: ShownState }) {
  return (
    <>
      {tool.title || tool.name}
      <span className="sr-only">, {STATE_WORDS[state]}</span>
      {state === 'failed' && <span aria-hidden> · {STATE_WORDS.failed}</span>}
      {state === 'stopped' && <span aria-hidden> · {STATE_WORDS.stopped}</span>}
      {tool.ms !== undefined && <span className="text-faint tabular-nums"> · {duration(tool.ms)}</span>}
    </>
  )
}

const STATE_WORDS: Record<ShownState, string> = {
  running: thread.toolRunning,
  done: thread.toolDone,
  failed: thread.toolFailed,
  stopped: thread.toolStopped,
}

const ICONS: Record<ShownState, React.ReactNode> = {
  running: <LoaderCircle aria-hidden className="animate-turn text-accent-text" />,
  done: <Check aria-hidden className="text-ok" />,
  failed: <CircleAlert aria-hidden className="text-danger" />,
  stopped: <CircleDashed aria-hidden className="text-faint" />,
}
