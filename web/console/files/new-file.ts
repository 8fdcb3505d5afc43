const NEW_KINDS = ['sub_agent', 'prompt', 'task', 'workflow'] as const
export type NewKind = (typeof NEW_KINDS)[number]

export interface Begun {
  path: string
  text: string
}

/** Tasks and workflows run for other people, so only administrators of the organization create them. */
export const newKindsFor = ({ isOrganizationAdmin }: { isOrganizationAdmin: boolean }): readonly NewKind[] =>
  isOrganizationAdmin ? NEW_KINDS : ['sub_agent', 'prompt']

/** Names that the Hub's loader accepts. */
const NAME = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$/

/** Null for an invalid name. */
export const startNewFile = (kind: NewKind, name: string): Begun | null =>
  NAME.test(name) ? { path: PATHS[kind](name), text: STARTS[kind](name) } : null

const PATHS: Record<NewKind, (name: string) => string> = {
  sub_agent: (name) => `agents/${name}.md`,
  prompt: (name) => `prompts/${name}.md`,
  task: (name) => `tasks/${name}.md`,
  workflow: (name) => `workflows/${name}.yaml`,
}

const STARTS: Record<NewKind, (name: string) => string> = {
  sub_agent: (name) => `---
name: ${name}
description: What it can be handed
---
Say here how it works.
`,
  prompt: (name) => `---
title: ${name}
description: What it is good for
---
Write here what is asked. {{what|A word}} is asked for before it is sent.
`,
  task: (name) => `---
name: ${name}
description: What it does
---
Say here what is to be done. End with \`finish\`.
`,
  workflow: (name) => `name: ${name}
description: What it does

steps:
  - id: first
    run: echo Hello
`,
}
