import { z } from 'zod'

export const ToolReason = z.enum(['direct', 'organization', 'everyone', 'denied'])
export type ToolReason = z.infer<typeof ToolReason>

export const AboutTool = z.object({
  name: z.string(),
  built_in: z.boolean(),
  title: z.string(),
  /** Null for a tool that the person may not use: its description stays secret. */
  description: z.string().nullable(),
  confirm: z.boolean(),
  /** The required capability; null for an unrestricted tool. */
  restricted: z.object({ label: z.string(), allowed: z.boolean(), reason: ToolReason }).nullable(),
})
export type AboutTool = z.infer<typeof AboutTool>

export const AgentAbout = z.object({
  /** `<provider>/<model>`; null unless the person manages the Hub. */
  model: z.string().nullable(),
  tools: z.array(AboutTool),
  /** The agent's skills, if it may read them. */
  skills: z.array(z.object({ name: z.string(), description: z.string() })).default([]),
  files: z.object({ total: z.int(), paths: z.array(z.string()) }).nullable(),
  /** Tasks that the person may start. Empty unless the person manages the Hub. */
  tasks: z.array(z.object({ id: z.string(), name: z.string(), description: z.string() })),
})
export type AgentAbout = z.infer<typeof AgentAbout>

/** A Hub that a person manages but may not use. */
export const ClosedHub = z.object({
  id: z.string(),
  name: z.string(),
  can_grant: z.boolean(),
})
export type ClosedHub = z.infer<typeof ClosedHub>

export const ClosedHubs = z.object({ data: z.array(ClosedHub) })

/** Notes of an agent about one person. */
export const NotesAboutPerson = z.object({
  data: z.array(z.object({ id: z.string(), text: z.string(), saved_at_ms: z.int() })),
})
export type NotesAboutPerson = z.infer<typeof NotesAboutPerson>
