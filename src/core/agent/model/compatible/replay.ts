export interface CompatibleReplay {
  modelId: string
  /** Message fields that contain thoughts. Some servers require these fields in the next step of a turn. */
  thoughts: Readonly<Record<string, unknown>>
  /** Extra fields of a call, such as a signed thought, by call id. */
  extras: Readonly<Record<string, object>>
}

/** Null if `replay` is missing or comes from another model. */
export const replayReply = (replay: unknown, modelId: string): CompatibleReplay | null =>
  typeof replay === 'object' && replay !== null && (replay as Partial<CompatibleReplay>).modelId === modelId
    ? (replay as CompatibleReplay)
    : null
