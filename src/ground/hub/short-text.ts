import { z } from 'zod'

/**
 * Text of a key that people read or write by hand: a longer text is a mistake, and would spoil every list.
 */
export const shortText = (most: number) =>
  z
    .string('expected text')
    .trim()
    .min(1, 'expected some text')
    .max(most, { error: () => `expected at most ${most.toLocaleString('en')} characters` }) // languages take long to load

const MAX_TOOLS = 200

/** Names of tools in a list. */
export const ToolNames = z
  .array(shortText(128), 'expected a list of tool names')
  .max(MAX_TOOLS, `expected at most ${MAX_TOOLS} tools`)
