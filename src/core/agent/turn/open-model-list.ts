import type { AgentEvents } from '#core/agent/log-events.ts'
import type { ModelChooser } from '#core/agent/model/choose.ts'
import type { LanguageModel } from '#core/agent/model/model.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { TokenUsage } from '#ground/turn/schema.ts'
import { budgetedModel } from './budgeted-model.ts'
import type { Contexts } from './context/contexts.ts'
import { countedModel } from './counted-model.ts'
import { createModelList, type ListedModel, type ModelList } from './model-list.ts'
import type { TurnSpending } from './spending.ts'
import { tracedModel, type Tracing } from './tracing.ts'
import type { AgentTurn } from './turn.ts'

interface OpenModelListDeps {
  models: Pick<ModelChooser, 'health' | 'maxStartMs'>
  contexts: Contexts
  clock: Clock
  events: AgentEvents
  tracing?: Tracing | undefined
}

/** Each model has its own trace spans, reservations and context window. */
export function openModelList(
  deps: OpenModelListDeps,
  turn: AgentTurn,
  chosen: ReturnType<ModelChooser['modelsFor']>,
  { usage, spending }: { usage: TokenUsage; spending: TurnSpending | undefined },
): ModelList {
  const { clock, events } = deps
  const listed = (model: LanguageModel): ListedModel => {
    const traced = tracedModel(deps.tracing, turn, countedModel(model, usage, { names: chosen.length > 1 }))
    const budgeted = spending ? budgetedModel(traced, { spending, used: usage, clock }) : traced
    return { model, budgeted, fitted: deps.contexts.fitted(turn.chatId, budgeted, usage) }
  }
  const [first, ...others] = chosen
  const { health, maxStartMs } = deps.models
  return createModelList([listed(first), ...others.map(listed)], { health, maxStartMs, clock, events })
}
