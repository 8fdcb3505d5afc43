import type { AgentEvents } from '#core/agent/log-events.ts'
import { failoverOf } from '#core/agent/model/fallback/failover.ts'
import type { HealthProbe, ModelHealth } from '#core/agent/model/fallback/health.ts'
import { orderOf, startMsFor, type Lack, type Listed } from '#core/agent/model/fallback/order.ts'
import { modelFileKind } from '#core/agent/model/files/kinds.ts'
import {
  ModelFailure,
  type FilePart,
  type LanguageModel,
  type ModelEvent,
  type ModelRequest,
} from '#core/agent/model/model.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { ToolEvent } from '#ground/turn/schema.ts'
import type { FittedModel, FittedRequest } from './context/contexts.ts'

export interface ListedModel {
  model: LanguageModel
  /** Sends requests that need no conversation, such as the request for a title. */
  budgeted: LanguageModel
  fitted: FittedModel
}

export interface ModelList extends FittedModel {
  /** The model that answered last. Before the first answer, the model that a request would try first. */
  current(): ListedModel
}

export interface ModelListDeps {
  health: ModelHealth
  /** Maximum milliseconds until one of the models begins its answer. */
  maxStartMs: number
  clock: Pick<Clock, 'now'>
  events: Pick<AgentEvents, 'modelFellBack' | 'modelSkipped'>
}

/**
 * Sends each request to the first model of the list that can answer:
 *
 * 1. `orderOf` decides the order from the models' health and abilities.
 * 2. A model retries its request as if it were alone, within its share of `maxStartMs`.
 * 3. If it fails before its answer begins, and `failoverOf` allows it, the next model gets the request.
 * 4. After the first piece of the answer, a failure ends the turn.
 *
 * A list of one model ignores the health of this model and always sends it the request.
 */
export function createModelList(
  models: readonly [ListedModel, ...ListedModel[]],
  deps: ModelListDeps,
): ModelList {
  const [only, ...others] = models
  if (others.length === 0) return listOfOne(only)
  const { health, clock, events } = deps
  const ordering = createOrdering(models, deps)
  let current: ListedModel | null = null
  const expected = (): ListedModel =>
    current ?? ordering.orderFor(EMPTY_REQUEST, null)[0]?.listed ?? models[0]

  async function* stream(request: FittedRequest, signal: AbortSignal) {
    const order = ordering.orderFor(request, current)
    const needsFiles = newPicturesIn(request).length > 0 && order[0]?.lack === null
    const startedAt = clock.now()
    const failed: FailedModel[] = []
    for (const [index, { listed }] of order.entries()) {
      const left = order.length - index
      const attempt =
        order.length === 1
          ? request
          : {
              ...request,
              startMs: startMsFor(deps.maxStartMs - (clock.now() - startedAt), left),
              needsFiles: needsFiles && left > 1,
            }
      let hasBegun = false
      const onBegin = () => {
        hasBegun = true
        current = listed
      }
      try {
        yield* probedAnswer(listed, attempt, { health, onBegin }, signal)
        return
      } catch (error) {
        if (hasBegun || signal.aborted || !(error instanceof ModelFailure)) throw error
        const reason = failoverOf(error)
        if (reason === null) throw error
        failed.push({ listed, error })
        const next = order[index + 1]?.listed.model.id
        if (next === undefined) throw failureOfAll(failed)
        const { code, status } = error
        events.modelFellBack({ model: listed.model.id, next, reason, code, status })
      }
    }
  }

  return {
    get id() {
      return expected().model.id
    },
    takesFile: (file) => expected().model.takesFile?.(file) ?? true,
    roomForFiles: (tokens) => expected().fitted.roomForFiles(tokens),
    current: expected,
    stream,
  }
}

const listOfOne = (listed: ListedModel): ModelList => ({
  id: listed.model.id,
  takesFile: (file) => listed.model.takesFile?.(file) ?? true,
  roomForFiles: listed.fitted.roomForFiles,
  current: () => listed,
  stream: listed.fitted.stream,
})

interface FailedModel {
  listed: ListedModel
  error: ModelFailure
}

type OrderedRequest = Pick<ModelRequest, 'messages' | 'tools' | 'toolChoice'>

const EMPTY_REQUEST: OrderedRequest = { messages: [], tools: [] }

function createOrdering(
  models: readonly ListedModel[],
  { health, events }: Pick<ModelListDeps, 'health' | 'events'>,
) {
  const skipped = new Set<ListedModel>()
  const lackOf = (
    { model }: ListedModel,
    { tools, toolChoice }: OrderedRequest,
    pictures: readonly FilePart[],
  ): Lack | null => {
    if (tools.length > 0 && toolChoice !== 'none' && health.lacksTools(model)) return 'tools'
    return pictures.some((picture) => model.takesFile?.(picture) === false) ? 'pictures' : null
  }
  return {
    orderFor(request: OrderedRequest, current: ListedModel | null): Choice[] {
      const pictures = newPicturesIn(request)
      const choices = models.map((listed): Choice => ({
        listed,
        lack: lackOf(listed, request, pictures),
        isUnhealthy: health.isUnhealthy(listed.model),
        isCurrent: listed === current,
      }))
      const order = orderOf(choices)
      for (const choice of choices) {
        const { listed, lack } = choice
        if (lack === null || skipped.has(listed) || order.includes(choice)) continue
        skipped.add(listed) // one log line per turn
        events.modelSkipped({ model: listed.model.id, lacks: lack })
      }
      return order
    },
  }
}

/** Reports the outcome of the request to the model's health. */
async function* probedAnswer(
  { model, fitted }: ListedModel,
  request: FittedRequest,
  { health, onBegin }: { health: ModelHealth; onBegin(): void },
  signal: AbortSignal,
): AsyncGenerator<ModelEvent | ToolEvent> {
  let probe: HealthProbe | null = health.begin(model)
  const end = (how: (probe: HealthProbe) => void) => {
    if (probe) how(probe)
    probe = null
  }
  try {
    for await (const event of fitted.stream(request, signal)) {
      const isAborted = event.type === 'finish' && event.reason === 'aborted'
      // A tool event reports a summary that precedes the answer.
      if (event.type !== 'tool' && !isAborted) onBegin()
      if (event.type === 'finish' && !isAborted) end((one) => one.succeeded())
      yield event
    }
  } catch (error) {
    if (!signal.aborted) end((one) => one.failed(error))
    throw error
  } finally {
    end((one) => one.cancelled())
  }
}

interface Choice extends Listed {
  listed: ListedModel
}

/** Pictures that no answer has followed yet. */
function newPicturesIn({ messages }: Pick<ModelRequest, 'messages'>): FilePart[] {
  const since = messages.findLastIndex(({ role }) => role === 'assistant') + 1
  return messages
    .slice(since)
    .flatMap((message) => (message.role === 'user' ? message.parts : []))
    .filter((part) => part.type === 'file')
    .filter(({ mediaType }) => modelFileKind(mediaType) === 'image')
}

/** A temporary failure represents the others, because the turn may succeed later. */
function failureOfAll(failed: readonly FailedModel[]): ModelFailure {
  const { error } = failed.find((one) => failoverOf(one.error) === 'temporary') ?? failed[0]!
  if (failed.length === 1) return error
  const all = failed.map((one) => `${one.listed.model.id}: ${one.error.message}`).join(' ')
  const { code, status, limit, counted, cause } = error
  return new ModelFailure(code, `None of the models of this agent answered. ${all}`, {
    status: status ?? undefined,
    limit,
    counted,
    cause,
  })
}
