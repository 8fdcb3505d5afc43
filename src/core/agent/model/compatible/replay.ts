/** Parts of its own response that a server requires back, beside text and calls. */
export interface CompatibleReplay {
  modelId: string
  /** Fields of the message that hold thoughts. Some servers require them in the next step of a turn. */
  thoughts: Readonly<Record<string, unknown>>
  /** Fields beside a call's own, such as a signed thought, by the call's id. */
  extras: Readonly<Record<string, object>>
}

/** Null when no such thing was kept, or by another model. */
export const replayReply = (replay: unknown, modelId: string): CompatibleReplay | null =>
  typeof replay === 'object' && replay !== null && (replay as Partial<CompatibleReplay>).modelId === modelId
    ? (replay as CompatibleReplay)
    : null
