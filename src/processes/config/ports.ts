/** This file has no imports, so that the supervisor stays small. */
export const DEFAULT_PORTS = { edge: 3080, bridge: 8000, inbound: 8100 } as const

export const defaultChatappPort = (edgePort: number): number =>
  edgePort + 40_000 <= 65_535 ? edgePort + 40_000 : edgePort - 20_000
