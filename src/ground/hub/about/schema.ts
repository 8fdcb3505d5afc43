import { z } from 'zod'

/** Why somebody may use a restricted tool, or may not: the answer of the decision that a call gets. */
export const ToolReason = z.enum(['direct', 'organization', 'everyone', 'denied'])
export type ToolReason = z.infer<typeof ToolReason>

/** A tool of an agent as people read it. */
export const AboutTool = z.object({
  name: z.string(),
  /** Whether it is the service's own, which a page describes in the reader's language. */
  built_in: z.boolean(),
  /** In words. */
  title: z.string(),
  /** What it does; null of one that may not be used: whoever is refused learns nothing of it. */
  description: z.string().nullable(),
  /** Whether a person is asked before each call. */
  confirm: z.boolean(),
  /** What must be granted for it; null when it is everybody's. */
  restricted: z.object({ label: z.string(), allowed: z.boolean(), reason: ToolReason }).nullable(),
})
export type AboutTool = z.infer<typeof AboutTool>

/** What an agent may do for one person. */
export const AgentAbout = z.object({
  /** `<provider>/<model>`; only for those who manage the Hub, who see it elsewhere too. */
  model: z.string().nullable(),
  tools: z.array(AboutTool),
  /** What it can read for them; null when it reads none. */
  files: z.object({ total: z.int(), paths: z.array(z.string()) }).nullable(),
  /** What they may start; empty for those who manage nothing there. */
  tasks: z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
})
export type AgentAbout = z.infer<typeof AgentAbout>

/** A Hub that somebody manages and may not use. */
export const ClosedHub = z.object({
  id: z.string(),
  /** Of its agent. */
  name: z.string(),
  /** Whether they may give themselves what is missing. */
  can_grant: z.boolean(),
})
export type ClosedHub = z.infer<typeof ClosedHub>

export const ClosedHubs = z.object({ data: z.array(ClosedHub) })
