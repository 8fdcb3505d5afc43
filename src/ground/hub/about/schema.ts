import { z } from 'zod'

/** Reason of the decision on a restricted tool: the same decision that a call gets. */
export const ToolReason = z.enum(['direct', 'organization', 'everyone', 'denied'])
export type ToolReason = z.infer<typeof ToolReason>

/** A tool of an agent as people read it. */
export const AboutTool = z.object({
  name: z.string(),
  /** Whether it is the service's own, which a page describes in the reader's language. */
  built_in: z.boolean(),
  /** In words. */
  title: z.string(),
  /** Its description; null for a tool that may not be used: refused people learn nothing of it. */
  description: z.string().nullable(),
  /** Whether each call needs a confirmation. */
  confirm: z.boolean(),
  /** Required permission; null when it is unrestricted. */
  restricted: z.object({ label: z.string(), allowed: z.boolean(), reason: ToolReason }).nullable(),
})
export type AboutTool = z.infer<typeof AboutTool>

/** An agent's tools and files for one person. */
export const AgentAbout = z.object({
  /** `<provider>/<model>`; only for those who manage the Hub, who see it elsewhere too. */
  model: z.string().nullable(),
  tools: z.array(AboutTool),
  /** Files it can read for them; null for none. */
  files: z.object({ total: z.int(), paths: z.array(z.string()) }).nullable(),
  /** Tasks they may start; empty for people without a managed Hub there. */
  tasks: z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
})
export type AgentAbout = z.infer<typeof AgentAbout>

/** A Hub that a person manages and may not use. */
export const ClosedHub = z.object({
  id: z.string(),
  /** Of its agent. */
  name: z.string(),
  /** Whether they may give themselves what is missing. */
  can_grant: z.boolean(),
})
export type ClosedHub = z.infer<typeof ClosedHub>

export const ClosedHubs = z.object({ data: z.array(ClosedHub) })
