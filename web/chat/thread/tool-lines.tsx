import { Check, CircleAlert, CircleDashed, CircleSlash, Hand, LoaderCircle } from 'lucide-react'
import type { ToolActivity } from '#ground/turn/schema.ts'
import { duration } from '../../ui/time.ts'
import { isMissing, standingOf, useChangeRequest, type ChangeStanding } from '../api/changes.ts'
import { thread } from './messages.ts'
import { Fold } from './fold.tsx'
import { UserText } from './user-text.tsx'

export interface ToolLinesProps {
  tools: readonly ToolActivity[]
  running: boolean
  broken: boolean
}

const MANY = 4

export function ToolLines({ tools, running, broken }: ToolLinesProps) {
  const lines = tools.map((tool, index) => {
    const Line = tool.change ? ProposedLine : ToolLine
    const open = broken && index === tools.length - 1
    return <Line key={tool.id} tool={tool} running={running} open={open} />
  })
  // A call that waits for the person is never hidden.
  if (running || tools.length < MANY || tools.some(({ change }) => change))
    return <div className="flex flex-col">{lines}</div>
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

/** The calls without folds, for paper. */
export const PrintedTools = ({ tools }: { tools: readonly ToolActivity[] }) => (
  <ul className="flex flex-col gap-1 text-13 text-muted">
    {tools.map((tool) => {
      const Line = tool.change ? PrintedProposal : PrintedTool
      return <Line key={tool.id} tool={tool} />
    })}
  </ul>
)

const PrintedProposal = ({ tool }: { tool: ToolActivity }) => (
  <PrintedTool tool={tool} decision={useDecision(tool)} />
)

function PrintedTool({ tool, decision }: { tool: ToolActivity; decision?: DecisionState }) {
  const state = decision ?? shownState(tool, false)
  return (
    <li className="flex items-start gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
      {ICONS[state]}
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <ToolLabel tool={tool} state={state} />
      </span>
    </li>
  )
}

interface LineProps {
  tool: ToolActivity
  running: boolean
  open: boolean
  decision?: DecisionState
}

/** A call that waits for the person's decision, or was decided. */
function ProposedLine(props: LineProps) {
  return <ToolLine {...props} decision={useDecision(props.tool)} />
}

function useDecision({ change }: ToolActivity): DecisionState {
  const { data, error } = useChangeRequest(change!.id)
  if (data) return DECISIONS[standingOf(data)]
  return isMissing(error) ? 'asked' : 'waiting'
}

const DECISIONS: Record<ChangeStanding, DecisionState> = {
  proposed: 'waiting',
  waiting: 'running',
  running: 'running',
  confirmed: 'approved',
  partial: 'failed',
  failed: 'failed',
  refused: 'failed',
  interrupted: 'interrupted',
  rejected: 'declined',
  expired: 'lapsed',
  stale: 'lapsed',
  answered: 'answered',
  unanswered: 'unanswered',
}

function ToolLine({ tool, running, open, decision }: LineProps) {
  const state = decision ?? shownState(tool, running)
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
        {failed && !decision && !tool.connect && <p>{thread.toolHelp}</p>}
        {tool.input && <UserText what={thread.toolInput} text={tool.input} />}
        {tool.result && !decision && <UserText what={thread.toolResult} text={tool.result} />}
      </div>
    </Fold>
  )
}

type DecisionState =
  | 'waiting'
  | 'asked'
  | 'approved'
  | 'declined'
  | 'lapsed'
  | 'answered'
  | 'unanswered'
  | 'running'
  | 'failed'
  | 'interrupted'

type ShownState = ToolActivity['state'] | DecisionState | 'cancelled'

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
      {/* The time of a proposed call is the time of the proposal. */}
      {tool.ms !== undefined && !tool.change && (
        <bdi className="text-faint tabular-nums"> · {duration(tool.ms)}</bdi>
      )}
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
    waiting: thread.toolWaiting,
    asked: thread.toolAsked,
    approved: thread.toolApproved,
    declined: thread.toolDeclined,
    lapsed: thread.toolLapsed,
    answered: thread.toolAnswered,
    unanswered: thread.toolUnanswered,
  })[state]

const ICONS: Record<ShownState, React.ReactNode> = {
  running: <LoaderCircle aria-hidden className="animate-turn text-accent-text" />,
  done: <Check aria-hidden className="text-ok" />,
  failed: <CircleAlert aria-hidden className="text-danger" />,
  cancelled: <CircleDashed aria-hidden className="text-faint" />,
  interrupted: <CircleDashed aria-hidden className="text-faint" />,
  waiting: <Hand aria-hidden className="text-accent-text" />,
  asked: <Hand aria-hidden className="text-faint" />,
  approved: <Check aria-hidden className="text-ok" />,
  declined: <CircleSlash aria-hidden className="text-faint" />,
  lapsed: <CircleDashed aria-hidden className="text-faint" />,
  answered: <Check aria-hidden className="text-ok" />,
  unanswered: <CircleDashed aria-hidden className="text-faint" />,
}
