/** Above either limit, the prompt has only a part of the tools, and `find_tools` finds the others. */
const MAX_TOOLS = 40
const MAX_TOKENS = 8000

const MAX_USED_TOOLS = 12
const MAX_USED_TOKENS = 3000

export interface ToolSize {
  name: string
  tokens: number
}

export interface ToolChoices {
  /** Tools that must be in the prompt, such as tools that the agent file names. */
  pinned: ReadonlySet<string>
  /** Recent calls, by tool. */
  uses: ReadonlyMap<string, number>
}

/** Names of the tools in the prompt, in the order of `tools`. */
export function chooseTools(tools: readonly ToolSize[], { pinned, uses }: ToolChoices): ReadonlySet<string> {
  const names = tools.map(({ name }) => name)
  if (tools.length <= MAX_TOOLS && tokensOf(tools) <= MAX_TOKENS) return new Set(names)
  const used = tools
    .filter(({ name }) => !pinned.has(name) && (uses.get(name) ?? 0) > 0)
    .toSorted((a, b) => uses.get(b.name)! - uses.get(a.name)!)
    .slice(0, MAX_USED_TOOLS)
  let left = MAX_USED_TOKENS
  const chosen = new Set(used.filter(({ tokens }) => (left -= tokens) >= 0).map(({ name }) => name))
  return new Set(names.filter((name) => pinned.has(name) || chosen.has(name)))
}

const tokensOf = (tools: readonly ToolSize[]): number => tools.reduce((sum, { tokens }) => sum + tokens, 0)
