import type { Clock } from '#ground/base/clock.ts'
import { parseJson } from '#ground/base/json/parse.ts'
import type { AgentEvents } from '#core/agent/log-events.ts'
import { describeModelFailure, type FailureContext } from './failure.ts'
import { failoverOf } from './fallback/failover.ts'
import { fitFiles, type FileRules, type FittedFiles } from './files/fit-files.ts'
import { modelFileKind, type ModelFileKind } from './files/kinds.ts'
import { ModelFailure, type FilePart, type ModelEvent, type ModelRequest } from './model.ts'
import { changedBody } from './refusals/body.ts'
import { findRefusedFiles } from './refusals/files.ts'
import { changesOf, learnParameters, type TriedChanges } from './refusals/learn-parameters.ts'
import type { LearnedRefusals } from './refusals/learned.ts'
import { findFailureReport, findModelRefusal, type RequestRefusal } from './refusals/error-text.ts'
import { retryDelay } from './retry.ts'
import type { SilenceWatch } from './silence.ts'
import type { ModelWire } from './wire.ts'

export interface AttemptDeps {
  clock: Clock
  random(): number
  events?: Pick<AgentEvents, 'modelRetried' | 'modelAdapted'>
}

export interface Attempted {
  id: string
  wire: ModelWire
  about: FailureContext
  request: ModelRequest
  silence: SilenceWatch
  learned: LearnedRefusals
  files: Omit<FileRules, 'learned' | 'suspects' | keyof PictureReading>
  needsFormat: boolean
}

export class FormatRefused extends Error {}

export interface OpenedStream {
  events: AsyncIterable<ModelEvent>
  leftOut: FittedFiles['leftOut']
}

const MAX_ADAPTATIONS = 6

/**
 * Sends a request until the provider starts to respond:
 * 1. After a temporary failure, such as a busy server, waits and sends the request again, at most twice.
 * 2. After a refusal of a file or setting, sends the request again without this part, at most six times. Later
 *    requests to the model omit the part too.
 * 3. If a request with files fails permanently for another reason, sends the request once without files.
 * 4. Never sends a request again after the response has started.
 * @throws an error for `describeModelFailure`.
 */
export async function openAnswer(of: Attempted, deps: AttemptDeps): Promise<OpenedStream> {
  const { request, silence, learned } = of
  const trial: Trial = {
    suspects: new Set(),
    once: [],
    unproven: [],
    sent: null,
    firstFailure: null,
    isLast: false,
  }
  const reading = holdsFiles(request) ? await pictureReading() : NO_PICTURES
  const startUntil = deps.clock.now() + (request.startMs ?? Infinity)
  let adaptations = 0
  for (let failures = 1; ;) {
    const fitted = fitFiles(request.messages, rulesFor(of, trial, reading))
    try {
      const events = await send(of, fitted.messages, trial)
      learned.addChanges(trial.unproven)
      learned.addFiles(suspected(fitted).map(({ data }) => data))
      return { events, leftOut: fitted.leftOut }
    } catch (error) {
      const refusal = silence.signal.aborted ? null : findModelRefusal(error)
      const report = silence.signal.aborted ? null : findFailureReport(error)
      const mayAdapt = adaptations < MAX_ADAPTATIONS
      const setting = mayAdapt ? adaptSettings(error, of, trial) : null
      const files =
        refusal && mayAdapt && setting === null ? adaptFiles(error, refusal, fitted, learned, trial) : null
      const what = setting ?? files?.what
      if (what) {
        adaptations++
        deps.events?.modelAdapted({ model: of.id, status: report?.status ?? null, what })
        if (files?.refusesFiles && request.needsFiles) {
          const refit = fitFiles(request.messages, rulesFor(of, trial, reading))
          learned.addFiles(suspected(refit).map(({ data }) => data))
          throw filesRefused(error, of.about)
        }
        if (of.needsFormat && changesOf(learned, trial).some(({ name }) => name === 'response_format')) {
          learned.addChanges([...trial.unproven, ...trial.once])
          throw new FormatRefused()
        }
        continue
      }
      if (!trial.isLast && (await pause(of, deps, error, { failures: failures++, startUntil }))) continue
      const left =
        report && trial.firstFailure === null && !isForAnotherModel(error, of)
          ? leaveFilesOut(error, report, fitted, of, trial)
          : null
      if (left === null) throw failureToReport(error, of, trial)
      deps.events?.modelAdapted({ model: of.id, status: report!.status, what: left })
    }
  }
}

const rulesFor = (
  { files, learned }: Attempted,
  { suspects }: Trial,
  reading: PictureReading,
): FileRules => ({ ...files, learned, suspects, ...reading })

const filesRefused = (error: unknown, about: FailureContext): ModelFailure => {
  const { code, message, status } = describeModelFailure(error, about)
  return new ModelFailure(code, message, { status: status ?? undefined, lack: 'files', cause: error })
}

const isForAnotherModel = (error: unknown, { request, about }: Attempted): boolean =>
  request.needsFiles === true && failoverOf(describeModelFailure(error, about)) !== null

type PictureReading = Pick<FileRules, 'readPicture' | 'isWholePicture'>

const NO_PICTURES: PictureReading = { readPicture: () => null, isWholePicture: () => false }

const pictureReading = async (): Promise<PictureReading> => {
  const [{ readPicture }, { isWholePicture }] = await Promise.all([
    import('./files/picture.ts'),
    import('./files/whole-picture.ts'),
  ])
  return { readPicture, isWholePicture }
}

const holdsFiles = ({ messages }: ModelRequest): boolean =>
  messages.some(
    (message) =>
      (message.role === 'user' && message.parts.some(({ type }) => type === 'file')) ||
      (message.role === 'tool' && message.results.some(({ files }) => files !== undefined)),
  )

interface Trial extends TriedChanges {
  suspects: Set<ModelFileKind>
  sent: string | Buffer | null
  firstFailure: unknown
  isLast: boolean
}

async function send(
  { wire, request, silence, learned }: Attempted,
  messages: ModelRequest['messages'],
  trial: Trial,
): Promise<AsyncIterable<ModelEvent>> {
  const listener = {
    recordBytes: () => silence.recordBytes(),
    waited: (ms: number) => request.waited?.(ms),
    sentBody: (json: string | Buffer) => (trial.sent = changedBody(json, changesOf(learned, trial))),
  }
  const events = await wire.open({ ...request, messages }, listener, silence.signal)
  return await awaitFirstEvent(events)
}

/** Waits for the first event: some servers and brokers send status 200 and then a refusal as the first chunk. */
async function awaitFirstEvent(events: AsyncIterable<ModelEvent>): Promise<AsyncIterable<ModelEvent>> {
  const rest = events[Symbol.asyncIterator]()
  const first = await rest.next()
  return (async function* () {
    try {
      if (first.done) return
      yield first.value
      for (;;) {
        const { done, value } = await rest.next()
        if (done) return
        yield value
      }
    } finally {
      await rest.return?.()
    }
  })()
}

async function pause(
  of: Attempted,
  deps: AttemptDeps,
  error: unknown,
  { failures, startUntil }: { failures: number; startUntil: number },
): Promise<boolean> {
  const { silence, request, about } = of
  const { clock, random, events } = deps
  const waitMs = silence.signal.aborted ? null : retryDelay(error, failures, clock.now(), random())
  if (waitMs === null || clock.now() + waitMs > startUntil) return false
  const { code, status } = describeModelFailure(error, about)
  events?.modelRetried({ model: of.id, attempt: failures, waitMs, code, status })
  silence.pause()
  await clock.sleep(waitMs, silence.signal)
  silence.resume()
  request.waited?.(waitMs)
  return true
}

const sentObject = ({ sent }: Trial): object => (sent === null ? {} : (parseJson(sent.toString()) as object))

/** @throws ModelFailure if the server refused a value from the API request, which the Hub may not change. */
function adaptSettings(error: unknown, { about, learned, request, silence }: Attempted, trial: Trial) {
  const report = silence.signal.aborted ? null : findFailureReport(error)
  if (!report || !(findModelRefusal(error) || report.status === null || report.status >= 500)) return null
  const chosen = request.chosenSettings
  const found = learnParameters(report, sentObject(trial), { learned, tried: trial, chosen })
  if (found && 'setting' in found) throw describeModelFailure(error, about, found.setting)
  return found?.what ?? null
}

function adaptFiles(
  error: unknown,
  refusal: RequestRefusal,
  { sent }: FittedFiles,
  learned: LearnedRefusals,
  trial: Trial,
): { what: string; refusesFiles: boolean } | null {
  const files = findRefusedFiles(refusal, sent)
  if (!files) return null
  if (files.refuses === 'count') {
    learned.addMostPictures(files.most)
    return { what: `pictures beyond ${files.most}`, refusesFiles: false }
  }
  if (files.refuses === 'kinds') learned.addKinds(files.kinds)
  else {
    trial.firstFailure ??= error
    for (const kind of files.kinds) trial.suspects.add(kind)
  }
  return { what: `files: ${files.kinds.join(', ')}`, refusesFiles: true }
}

function leaveFilesOut(
  error: unknown,
  report: RequestRefusal,
  { sent }: FittedFiles,
  { about }: Attempted,
  trial: Trial,
): string | null {
  if (sent.size === 0 || describeModelFailure(error, about).code === 'too_long') return null
  trial.firstFailure = error
  trial.isLast = true
  const files = findRefusedFiles(report, sent)
  const kinds = files && 'kinds' in files ? files.kinds : [...sent.keys()]
  for (const kind of kinds) trial.suspects.add(kind)
  return `files: ${kinds.join(', ')}`
}

const failureToReport = (error: unknown, { about, silence }: Attempted, { firstFailure }: Trial): unknown =>
  firstFailure === null || silence.signal.aborted || describeModelFailure(error, about).code === 'too_long'
    ? error
    : firstFailure

const suspected = ({ leftOut }: FittedFiles): FilePart[] =>
  leftOut
    .filter(({ why, part }) => why === 'refused' && modelFileKind(part.mediaType) !== null)
    .map(({ part }) => part)
