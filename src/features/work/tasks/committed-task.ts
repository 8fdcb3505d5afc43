import { RunStopped, type WorkRun, type RunContext, type RunEnd } from '#features/work/runs/run.ts'
import { openCommitRecords, type CommitRecord, type CommitRecords } from './commit-record.ts'
import { gitIn, GitFailure, type Git } from './git.ts'
import type { TaskFile } from './task-file.ts'
import { commitSince, readWorktreeState, pushBranch, type WorktreeState } from './worktree.ts'

export interface CommittedTask {
  hubFolder: string
  task: TaskFile
  run: WorkRun
  context: RunContext
  work(): Promise<RunEnd>
}

const STEP = 'commit'

/**
 * Commits after every outcome, so that the run's changes do not mix with those of a later run or a person. The state
 * before the run is stored first. After a crash, the next run commits the rest.
 */
export async function runAndCommit({ hubFolder, task, run, context, work }: CommittedTask): Promise<RunEnd> {
  context.signal.throwIfAborted()
  // Does not use the run's signal, because changes of a cancelled run are also committed.
  const git = gitIn(hubFolder)
  let records: CommitRecords
  let record: Committing['record']
  try {
    records = await openCommitRecords(git, hubFolder)
    const owesPush = await settleLast(git, hubFolder, records)
    const before = await readWorktreeState(git, hubFolder)
    record = { message: `${task.name}\n\nRun: ${run.id}\n`, author: authorOf(task, run), before, owesPush }
    await records.write(record)
  } catch (error) {
    return { outcome: 'error', error: gitErrorMessage(error) }
  }
  const committing = { git, hubFolder, task, context, records, record }
  try {
    const end = await work()
    return await commitAtEnd(committing, end)
  } catch (error) {
    if (!isTakenOver(context.signal)) await commitQuietly(committing)
    throw error
  }
}

async function settleLast(git: Git, hubFolder: string, records: CommitRecords): Promise<boolean> {
  const last = await records.read()
  if (last === null) return false
  if (last.before === null) return last.owesPush
  const { commit } = await commitSince(git, hubFolder, last.before, last)
  const owesPush = last.owesPush || commit !== null
  await records.write({ ...last, before: null, owesPush })
  return owesPush
}

interface Committing {
  git: Git
  hubFolder: string
  task: TaskFile
  context: RunContext
  records: CommitRecords
  record: CommitRecord & { before: WorktreeState }
}

/** If git fails, the run's end contains git's error message, and the next run commits or pushes the rest. */
async function commitAtEnd(committing: Committing, end: RunEnd): Promise<RunEnd> {
  const { task, context } = committing
  await context.startStep({ id: STEP, title: task.push ? 'Commit and push' : 'Commit', kind: 'script' })
  const { commit, problem, isPushed } = await commitAndPush(committing)
  if (commit !== null) context.output(`Committed ${commit}\n`, STEP)
  if (problem === null) {
    await context.finishStep(STEP, { state: 'done', output: commit })
    return end
  }
  const keptCommit = commit === null ? '' : ` The commit ${commit.slice(0, 12)} is kept.`
  const message = `${problem}.${keptCommit}`
  context.output(`${message}\n`, STEP)
  await context.finishStep(STEP, { state: 'failed', output: commit, error: message })
  const outcome = end.outcome === 'done' ? (isPushed ? 'error' : 'incomplete') : end.outcome
  return { ...end, outcome, error: end.error ? `${end.error} ${message}` : message }
}

async function commitQuietly(committing: Committing): Promise<void> {
  const { commit, problem } = await commitAndPush({
    ...committing,
    task: { ...committing.task, push: false },
  })
  if (commit !== null) committing.context.output(`Committed ${commit}\n`)
  if (problem !== null) committing.context.output(`${problem}\n`)
}

interface Attempt {
  commit: string | null
  problem: string | null
  isPushed: boolean
}

async function commitAndPush({ git, hubFolder, task, records, record }: Committing): Promise<Attempt> {
  let commit: string | null = null
  let isPushed = true
  try {
    const made = await commitSince(git, hubFolder, record.before, record)
    ;({ commit } = made)
    const owesPush = record.owesPush || commit !== null
    await records.write({ ...record, before: null, owesPush })
    if (owesPush && task.push) {
      isPushed = false
      await pushBranch(git)
      isPushed = true
    }
    if (isPushed && (task.push || !owesPush)) await records.clear()
    const problem =
      made.nested && `${made.nested} is a git repository of its own: what is in it was not committed`
    return { commit, problem, isPushed }
  } catch (error) {
    return { commit, problem: gitErrorMessage(error), isPushed }
  }
}

function gitErrorMessage(error: unknown): string {
  if (error instanceof GitFailure) return error.message
  throw error
}

/** True if another process now executes the run, and may be changing the same files. */
const isTakenOver = ({ reason }: AbortSignal): boolean =>
  reason instanceof RunStopped && reason.reason === 'lost'

const authorOf = ({ name, id }: TaskFile, { hub }: WorkRun): { name: string; email: string } => ({
  name: name.replaceAll(/[<>\r\n]/g, ' '),
  email: `${id}@${hub}.hub`,
})
