import type { Semaphore } from '#ground/base/slots.ts'
import type { Executor } from '#features/work/runs/run.ts'
import { runAgentTask, type AgentTaskDeps } from './agent-task.ts'
import { runAndCommit } from './committed-task.ts'
import { runScriptTask, type TaskScriptDeps } from './script-task.ts'
import type { TaskFile } from './task-file.ts'

export interface TaskDeps extends TaskScriptDeps, AgentTaskDeps {
  turns: Pick<Semaphore, 'run'>
  /** @param workflow `md:<task>` */
  find(workflow: string): TaskFile | undefined
  committing(): readonly string[]
}

/** An interrupted run is not resumed: its events are claimed again. */
export const createTaskExecutor = (deps: TaskDeps): Executor => ({
  resumes: false,
  // Tasks that commit must not run concurrently, because each would commit the changes of the others.
  oneAtATime: deps.committing,
  async execute(run, context) {
    const { hubFolder } = deps
    const task = deps.find(run.workflow)
    if (!task) return { outcome: 'error', error: 'The task no longer exists.', isExcused: true }
    const work = () =>
      task.run === null
        ? deps.turns.run(() => runAgentTask(deps, task, run, context), context.signal)
        : runScriptTask(deps, task, run, context)
    return task.commit ? runAndCommit({ hubFolder, task, run, context, work }) : work()
  },
})
