export interface CompatibleReplay {
  modelId: string
  /** Message fields that contain thoughts. Some servers require these fields in the next step of a turn. */
  thoughts: Readonly<Record<string, unknown>>
  extras: Readonly<Record<string, object>>
}

export const replayReply = (replay: unknown, modelId: string): CompatibleReplay | null =>
  typeof replay === 'object' && replay !== null && (replay as Partial<CompatibleReplay>).modelId === modelId
    ? (replay as CompatibleReplay)
    : null
