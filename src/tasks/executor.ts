import type { Executor, Run, RunContext, RunEnd } from '#runs/run.ts'
import { runAgentTask, type AgentTaskDeps } from './agent-task.ts'
import { GitFailure, openWorktree, type Worktree } from './git.ts'
import { runScriptTask, type ScriptDeps } from './script-task.ts'
import type { Task } from './task-file.ts'

export interface TaskDeps extends ScriptDeps, AgentTaskDeps {
  /** @param workflow `md:<task>` */
  find(workflow: string): Task | undefined
}

/** Executes runs of markdown tasks. One that was cut off is not resumed: its events are claimed again. */
export function createTaskExecutor(deps: TaskDeps): Executor {
  let committing: Promise<unknown> = Promise.resolve()
  return {
    resumes: false,
    async execute(run, context) {
      const task = deps.find(run.workflow)
      if (!task) return { outcome: 'error', error: 'The task is not there any more.', isExcused: true }
      if (!task.commit) return execute(deps, task, run, context)
      // One at a time: what changes meanwhile would count as this run's.
      const turn = committing.then(() => executeAndCommit(deps, task, run, context))
      committing = turn.catch(() => {})
      return turn
    },
  }
}

async function executeAndCommit(deps: TaskDeps, task: Task, run: Run, context: RunContext): Promise<RunEnd> {
  context.signal.throwIfAborted()
  const worktree = await openWorktree(deps.hubFolder, context.signal)
  const end = await execute(deps, task, run, context)
  return commitChanges(worktree, { task, run, context, end })
}

const execute = (deps: TaskDeps, task: Task, run: Run, context: RunContext): Promise<RunEnd> =>
  task.run === null ? runAgentTask(deps, task, run, context) : runScriptTask(deps, task, run, context)

const STEP = 'commit'

/** What a run changed is committed however it ended, so that it never passes for the next run's. */
async function commitChanges(
  worktree: Worktree,
  { task, run, context, end }: { task: Task; run: Run; context: RunContext; end: RunEnd },
): Promise<RunEnd> {
  await context.startStep({ id: STEP, title: task.push ? 'Commit and push' : 'Commit', kind: 'script' })
  let commit: string | null = null
  try {
    commit = await worktree.commit(`${task.name}\n\nRun: ${run.id}\n`, authorOf(task, run))
    if (commit !== null) context.output(`Committed ${commit}\n`, STEP)
    if (commit !== null && task.push) await worktree.push()
    await context.finishStep(STEP, { state: 'done', output: commit })
    return end
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    const kept = commit === null ? '' : ` The commit ${commit.slice(0, 12)} is kept.`
    const problem = `${error.message}.${kept}`
    context.output(`${problem}\n`, STEP)
    await context.finishStep(STEP, { state: 'failed', output: commit, error: problem })
    // The work itself is done. Doing it again would not make the push work.
    return { ...end, error: end.error ? `${end.error} ${problem}` : problem }
  }
}

const authorOf = ({ name, id }: Task, { hub }: Run): { name: string; email: string } => ({
  name: name.replaceAll(/[<>\r\n]/g, ' '),
  email: `${id}@${hub}.hub`,
})
