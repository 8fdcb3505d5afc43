/**
 * Kinds that can be created in the browser; agents, tasks, workflows and prompts have a file each, named
 * after them.
 */
const NEW_KINDS = ['sub_agent', 'prompt', 'task', 'workflow'] as const
export type NewKind = (typeof NEW_KINDS)[number]

/** A file that isn't there yet. */
export interface Begun {
  path: string
  /** The least that its reader takes. */
  text: string
}

/** Tasks and workflows act for others, so they are the organization's. */
export const newKindsFor = ({ isOrganizationAdmin }: { isOrganizationAdmin: boolean }): readonly NewKind[] =>
  isOrganizationAdmin ? NEW_KINDS : ['sub_agent', 'prompt']

/** Names that the service accepts. */
const NAME = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$/

/** A file of that name; null where none can have it. */
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
