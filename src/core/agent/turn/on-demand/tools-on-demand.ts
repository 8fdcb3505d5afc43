import { BoundedMap } from '#ground/base/bounded-map.ts'
import { sha256 } from '#ground/base/ids.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { AgentFile } from '#ground/hub/hub.ts'
import type { ToolSpec } from '#core/agent/model/model.ts'
import type { Toolbox } from '#core/agent/tools/toolbox.ts'
import { toolTokens } from '../context/estimate.ts'
import { instructionsOf } from '../system-prompt.ts'
import type { AgentTurn } from '../turn.ts'
import { chooseTools, type ToolChoices } from './choose-tools.ts'
import { FIND_TOOLS, findToolsTool } from './find-tools.ts'
import { createToolUses } from './uses.ts'

/**
 * Limits the tools in the prompt, so that many tools do not fill it:
 * 1. The prompt has the tools that `chooseTools` selects, in a stable order, and `find_tools`.
 * 2. Each found or called tool is appended for the rest of the chat, so that the earlier tools stay in the cache.
 * 3. A call of a tool that is not in the prompt runs like every call.
 */
export interface ToolsOnDemand {
  offer(
    turn: OfferedTurn,
    agent: Instructed,
    toolbox: Toolbox,
    clientTools: readonly ToolSpec[],
  ): OfferedTools
  /** Tools of the first request of a chat. */
  initialSpecs(agent: Instructed, toolbox: Toolbox): readonly ToolSpec[]
}

export interface OfferedTools {
  toolbox: Toolbox
  /** Tools of the next request. The array stays the same until a tool is added. */
  specs(): readonly ToolSpec[]
  called(names: readonly string[]): void
}

type OfferedTurn = Pick<AgentTurn, 'chatId' | 'toolChoice' | 'extraTools' | 'addedTools'>
type Instructed = Pick<AgentFile, 'prompt' | 'name' | 'description'>

interface ChatTools {
  /** Recent calls at the start of the chat, so that the first tools of its requests do not change. */
  uses: ReadonlyMap<string, number>
  found: readonly string[]
}

interface Choice {
  /** Tools in the prompt; if there are hidden tools, the last is `find_tools`. */
  specs: readonly ToolSpec[]
  hidden: readonly ToolSpec[]
  hiddenNames: ReadonlySet<string>
  lists: BoundedMap<string, readonly ToolSpec[]>
}

const MAX_CHATS = 500
const MAX_CACHED_CHOICES = 20
const MAX_CACHED_LISTS = 100

export function createToolsOnDemand(clock: Pick<Clock, 'now'>, usual: ReadonlySet<string>): ToolsOnDemand {
  const uses = createToolUses(clock)
  const chats = new BoundedMap<string, ChatTools>(MAX_CHATS)
  const choices = new WeakMap<readonly ToolSpec[], BoundedMap<string, Choice>>()

  const choiceOf = (toolbox: Toolbox, pinned: ReadonlySet<string>, recent: ChatTools['uses']): Choice => {
    const key = JSON.stringify([[...pinned], [...recent]])
    const known = choices.get(toolbox.specs) ?? new BoundedMap<string, Choice>(MAX_CACHED_CHOICES)
    choices.set(toolbox.specs, known)
    let choice = known.get(key)
    if (!choice) known.set(key, (choice = createChoice(toolbox.specs, { pinned, uses: recent })))
    return choice
  }

  const pinnedOf = ({ prompt }: Instructed, { names }: Toolbox, more: readonly string[] = []) => {
    const written = new Set([...more, ...(prompt.match(/[\w-]+/g) ?? [])])
    return new Set(names.filter((name) => usual.has(name) || written.has(name)))
  }

  return {
    offer(turn, agent, toolbox, clientTools) {
      const record = (names: readonly string[]) => {
        for (const name of names) if (toolbox.get(name)) uses.record(name)
      }
      const everything = { toolbox, specs: () => toolbox.specs, called: record }
      if (toolbox.get(FIND_TOOLS) || clientTools.some(({ name }) => name === FIND_TOOLS)) return everything
      const { toolChoice: forced, extraTools = [], addedTools = [] } = turn
      const more = [...extraTools.map(({ name }) => name), ...addedTools]
      if (typeof forced === 'object') more.push(forced.name)
      const key = sha256(JSON.stringify([turn.chatId, instructionsOf(agent)]))
      const chat = chats.get(key) ?? { uses: uses.recent(), found: [] }
      const choice = choiceOf(toolbox, pinnedOf(agent, toolbox, more), chat.uses)
      if (choice.hidden.length === 0) return everything
      let { found } = chat
      const add = (names: readonly string[]) => {
        const added = names.filter((name) => choice.hiddenNames.has(name) && !found.includes(name))
        found = [...found, ...new Set(added)]
        chats.set(key, { ...chat, found })
      }
      add([])
      const find = findToolsTool(choice.hidden, add)
      return {
        toolbox: {
          names: [...toolbox.names, FIND_TOOLS],
          specs: choice.specs,
          get: (name) => (name === FIND_TOOLS ? find : toolbox.get(name)),
        },
        specs: () => withFound(choice, found),
        called(names) {
          add(names)
          record(names)
        },
      }
    },
    initialSpecs(agent, toolbox) {
      return choiceOf(toolbox, pinnedOf(agent, toolbox), uses.recent()).specs
    },
  }
}

function createChoice(specs: readonly ToolSpec[], choices: ToolChoices): Choice {
  const sizes = specs.map((spec) => ({ name: spec.name, tokens: toolTokens([spec]) }))
  const shown = chooseTools(sizes, choices)
  const hidden = specs.filter(({ name }) => !shown.has(name))
  if (hidden.length === 0) return { specs, hidden, hiddenNames: new Set(), lists: new BoundedMap(1) }
  const { name, description, inputSchema } = findToolsTool(hidden, () => {})
  return {
    specs: [...specs.filter((spec) => shown.has(spec.name)), { name, description, inputSchema }],
    hidden,
    hiddenNames: new Set(hidden.map((spec) => spec.name)),
    lists: new BoundedMap(MAX_CACHED_LISTS),
  }
}

/** Cached, because the tokens and the bytes of a list are cached by its array. */
function withFound({ specs, hidden, hiddenNames, lists }: Choice, found: readonly string[]) {
  const names = found.filter((name) => hiddenNames.has(name))
  if (names.length === 0) return specs
  const key = names.join()
  const list = lists.get(key) ?? [
    ...specs,
    ...names.map((name) => hidden.find((spec) => spec.name === name)!),
  ]
  lists.set(key, list)
  return list
}
