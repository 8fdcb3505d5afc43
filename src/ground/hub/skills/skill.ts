export const SKILL_FILE = 'SKILL.md'

/** A folder in `skills/`, as https://agentskills.io/specification describes it. */
export interface HubSkill {
  /** Also the name of the skill's folder. */
  name: string
  description: string
  compatibility: string | null
  /** Entries of `allowed-tools`, such as `read_file` or `Bash(git:*)`; null: the skill names no tools. */
  allowedTools: readonly string[] | null
  /** All fields as the author wrote them. */
  frontMatter: { name: string; description: string; [field: string]: unknown }
}
