export interface SkillTools {
  /** Names of the Hub's tools that the entries mean, also of tools that the turn lacks. */
  names: readonly string[]
  /** Entries of `allowed-tools` that have such a tool, and those that have none. */
  available: readonly string[]
  missing: readonly string[]
}

/**
 * `allowed-tools` only narrows: a tool that the turn lacks stays unavailable. Patterns in parentheses, such as the
 * `git:*` of `Bash(git:*)`, are shown to the model and not enforced.
 */
export function skillTools(allowed: readonly string[], inTurn: readonly string[]): SkillTools {
  const found = allowed.map((entry) => {
    const name = entry.replace(/\(.*$/s, '')
    const meant = [name, COMMON_NAMES.get(name) ?? name]
    return { entry, meant, tool: inTurn.find((one) => meant.includes(one)) }
  })
  return {
    names: [...new Set(found.flatMap(({ meant }) => meant))],
    available: found.flatMap(({ entry, tool }) => (tool ? [shownTool(tool, entry)] : [])),
    missing: found.flatMap(({ entry, tool }) => (tool ? [] : [entry])),
  }
}

const shownTool = (tool: string, entry: string): string => (tool === entry ? tool : `${tool} (for ${entry})`)

/** Tool names in skills that were written for coding agents, and the Hub's tools with the same purpose. */
const COMMON_NAMES: ReadonlyMap<string, string> = new Map([
  ['Bash', 'run_command'],
  ['Edit', 'write_file'],
  ['Glob', 'list_files'],
  ['Grep', 'search_files'],
  ['Read', 'read_file'],
  ['Skill', 'read_skill'],
  ['Task', 'delegates'],
  ['WebFetch', 'fetch_url'],
  ['Write', 'write_file'],
])
