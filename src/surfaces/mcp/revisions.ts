import { HANDSHAKE_REVISIONS, type MODERN_REVISION } from '#ground/base/mcp-revisions.ts'

/** The protocol's default for a request that names no revision. */
export const ASSUMED_REVISION = '2025-03-26'

export type HandshakeRevision = (typeof HANDSHAKE_REVISIONS)[number]
export type Revision = HandshakeRevision | typeof MODERN_REVISION

export const isHandshakeRevision = (value: unknown): value is HandshakeRevision =>
  (HANDSHAKE_REVISIONS as readonly unknown[]).includes(value)

export const agreedRevision = (requested: unknown): HandshakeRevision =>
  isHandshakeRevision(requested) ? requested : HANDSHAKE_REVISIONS[0]

/**
 * Members that are not listed exist in every revision. Older clients drop a response with an unknown member.
 * Source: the files `schema/<revision>/schema.ts` of the protocol.
 */
const SINCE = {
  capabilities: { completions: '2025-03-26', tasks: '2025-11-25', extensions: '2025-11-25' },
  serverInfo: {
    title: '2025-06-18',
    icons: '2025-11-25',
    description: '2025-11-25',
    websiteUrl: '2025-11-25',
  },
  tool: {
    annotations: '2025-03-26',
    title: '2025-06-18',
    outputSchema: '2025-06-18',
    _meta: '2025-06-18',
    icons: '2025-11-25',
    execution: '2025-11-25',
  },
  prompt: { title: '2025-06-18', _meta: '2025-06-18', icons: '2025-11-25' },
  resource: { title: '2025-06-18', _meta: '2025-06-18', icons: '2025-11-25' },
  toolResult: { structuredContent: '2025-06-18' },
  contentType: { audio: '2025-03-26', resource_link: '2025-06-18' },
  progress: { message: '2025-03-26' },
} as const satisfies Record<string, Readonly<Record<string, Revision>>>

type Kind = keyof typeof SINCE

/** Revisions are dates, which compare as text. */
export const hasFeature = <K extends Kind>(
  revision: Revision,
  kind: K,
  name: keyof (typeof SINCE)[K],
): boolean => revision >= (SINCE[kind][name] as string)

export function fitToRevision<T extends object>(revision: Revision, kind: Kind, value: T): T {
  const since: Readonly<Record<string, string>> = SINCE[kind]
  const isUnknown = (name: string) => Object.hasOwn(since, name) && revision < since[name]!
  const names = Object.keys(value)
  if (!names.some(isUnknown)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !isUnknown(name))) as T
}
