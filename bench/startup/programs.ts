import { join } from 'node:path'

export interface Program {
  name: string
  environment: Readonly<Record<string, string>>
}

export const HUB = join(import.meta.dirname, '../../bin/hub.mjs')

/** `hub setup` makes the bundle. */
export const BUNDLE: Program = { name: 'bundle', environment: {} }
export const SOURCE: Program = { name: 'source', environment: { HUB_FROM_SOURCES: 'true' } }
