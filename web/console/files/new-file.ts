import { starts } from './messages.ts'

const NEW_KINDS = ['sub_agent', 'skill', 'prompt', 'task', 'workflow'] as const
export type NewKind = (typeof NEW_KINDS)[number]

export interface Begun {
  path: string
  text: string
}

/** Tasks and workflows run for other people, so only administrators of the organization create them. */
export const newKindsFor = ({ isOrganizationAdmin }: { isOrganizationAdmin: boolean }): readonly NewKind[] =>
  isOrganizationAdmin ? NEW_KINDS : ['sub_agent', 'skill', 'prompt']

/** Names that the Hub's loader accepts. */
const NAME = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$/

/** Null for an invalid name. */
export const startNewFile = (kind: NewKind, name: string): Begun | null =>
  NAME.test(name) ? startOf(kind, kind === 'skill' ? skillName(name) : name) : null

const startOf = (kind: NewKind, name: string): Begun => ({
  path: PATHS[kind](name),
  text: STARTS[kind](name),
})

/** Skills have lower-case letters and single hyphens only. */
const skillName = (name: string): string => name.toLowerCase().replaceAll(/[_-]+/g, '-').replace(/-$/, '')

const PATHS: Record<NewKind, (name: string) => string> = {
  sub_agent: (name) => `agents/${name}.md`,
  skill: (name) => `skills/${name}/SKILL.md`,
  prompt: (name) => `prompts/${name}.md`,
  task: (name) => `tasks/${name}.md`,
  workflow: (name) => `workflows/${name}.yaml`,
}

const STARTS: Record<NewKind, (name: string) => string> = {
  sub_agent: (name) => `---
name: ${name}
description: ${starts.subAgent}
---
${starts.subAgentText}
`,
  skill: (name) => `---
name: ${name}
description: ${starts.skill}
---
${starts.skillText}
`,
  prompt: (name) => `---
title: ${name}
description: ${starts.prompt}
---
${starts.promptText}
`,
  task: (name) => `---
name: ${name}
description: ${starts.task}
---
${starts.taskText}
`,
  workflow: (name) => `name: ${name}
description: ${starts.task}

steps:
  - id: first
    run: echo Hello
`,
}
