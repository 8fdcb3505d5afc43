import { type EpochMs, isoTime } from '#ground/base/clock.ts'
import type { OutputPiece, WorkRun, RunStatus } from '#features/work/runs/run.ts'
import type { RunDetail, RunStep } from '#features/work/runs/schema.ts'
import { readDetail } from '#features/work/runs/read-detail.ts'
import { outputView, runView } from '#features/work/runs/view.ts'
import { readDeliveries } from '#features/messaging/results/deliveries.ts'
import type { DeliveryView } from '#features/messaging/schema.ts'
import { CHANNELS, isChannel } from '#ground/hub/channels.ts'
import { commandName } from './command-name.ts'
import { CommandFailure } from './failure.ts'
import { eachPiece, refuseUnlessDone, writtenAfter } from './follow-run.ts'
import { openRuns } from './open-runs.ts'
import { alignColumns, formatDim, rowText, print, printJson } from './print.ts'

interface Options {
  hub?: string
  json?: boolean
}

export interface RunsFilter extends Options {
  status?: RunStatus
  workflow?: string
  since?: EpochMs
  until?: EpochMs
  limit: number
}

export async function printRuns({ hub, json, limit, ...filter }: RunsFilter): Promise<void> {
  await using opened = await openRuns(hub)
  const { items, total } = await opened.runs.list({ hubs: [opened.slug], ...filter }, { limit, offset: 0 })
  if (json) return items.forEach((run) => printJson(runView(run, operatorOf(run))))
  if (items.length === 0) return print('no runs')
  print(alignColumns(items.map(rowOf), ''))
  if (items.length < total) print(formatDim(`${total - items.length} more; --limit shows more`))
}

export async function showRun(id: string, { hub, json }: Options): Promise<void> {
  await using opened = await openRuns(hub)
  const { runs } = opened
  const run = await readRun(opened, id)
  const [view, deliveries] = await Promise.all([
    readDetail(runs, run, operatorOf(run)),
    readDeliveries(opened.store, { hub: run.hub, run: run.id }),
  ])
  if (json) return printJson({ ...view, deliveries })
  print(alignColumns(factsOf(view), ''))
  if (view.steps.length > 0) print(`\n${alignColumns(view.steps.map(stepRow), '')}`)
  if (deliveries.length > 0) print(`\n${alignColumns(deliveries.map(deliveryRow), '')}`)
  return print(formatDim(`\n${commandName()} runs logs ${id} shows its output`))
}

export async function showOutput(
  id: string,
  { hub, json, follow }: Options & { follow?: boolean },
): Promise<void> {
  await using opened = await openRuns(hub)
  const { runs } = opened
  const run = await readRun(opened, id)
  if (run.isOutputRemoved) throw new CommandFailure(`the output of ${id} was removed to free space`)
  const onPiece = (piece: OutputPiece) =>
    json ? printJson(outputView(piece)) : void process.stdout.write(piece.text)
  if (follow) return refuseUnlessDone(await eachPiece(runs, run, { onPiece }))
  await writtenAfter(runs, run, 0, onPiece)
}

async function readRun({ runs, slug }: Awaited<ReturnType<typeof openRuns>>, id: string): Promise<WorkRun> {
  const run = await runs.read({ hub: slug, id })
  if (run === null)
    throw new CommandFailure(`there is no run ${id} in ${slug}; ${commandName()} runs list shows all`)
  return run
}

const operatorOf = ({ runAs, requestedBy }: WorkRun): string => runAs ?? requestedBy ?? ''

const rowOf = ({ id, status, paused, workflow, queuedAt, startedAt, endedAt, error }: WorkRun): string[] => [
  id,
  paused === null ? status : 'paused',
  workflow,
  isoTime(queuedAt),
  startedAt === null || endedAt === null ? '' : seconds(endedAt - startedAt),
  rowText(error ?? paused ?? ''),
]

const factsOf = (run: RunDetail): string[][] =>
  [
    ['run', run.id],
    ['of', run.workflow],
    [
      'status',
      run.paused !== null ? 'paused' : run.outcome === null ? run.status : `${run.status} (${run.outcome})`,
    ],
    ['why', run.error ?? run.paused],
    ['result', run.result],
    ['trigger', run.trigger],
    ['acts as', run.run_as ?? '(no account)'],
    ['started by', run.requested_by],
    ['queued', run.queued_at],
    ['started', run.started_at],
    ['ended', run.ended_at],
    ['events', run.events.join(', ') || null],
    ['machine', run.machine],
    ['Hub version', versionsOf(run)],
    ['attempt', run.attempt === null ? null : String(run.attempt)],
    ['repeats', run.repeats],
    ['repeated by', run.repeated_by],
  ].flatMap(([name, value]) => (value ? [[name!, value]] : []))

const versionsOf = ({ hub_version: began, last_hub_version: last }: RunDetail): string | null =>
  (began ?? last) === null
    ? null
    : began === last
      ? String(began)
      : `began with ${versionOf(began)}, continued with ${versionOf(last)}`

const versionOf = (version: number | null): string =>
  version === null ? 'the Hub’s folder' : `version ${version}`

const stepRow = ({ state, title, error, started_at, ended_at }: RunStep): string[] => [
  state,
  title,
  ended_at === null ? '' : seconds(Date.parse(ended_at) - Date.parse(started_at)),
  rowText(error ?? ''),
]

const deliveryRow = ({ state, by, to, reason }: DeliveryView): string[] => [
  state,
  isChannel(by) ? CHANNELS[by].option : by,
  to,
  rowText(reason ?? ''),
]

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
