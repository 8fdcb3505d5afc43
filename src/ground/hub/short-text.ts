import { z } from 'zod'

export const shortText = (most: number) =>
  z
    .string('expected text')
    .trim()
    .min(1, 'expected some text')
    .max(most, { error: () => `expected at most ${most.toLocaleString('en')} characters` }) // computed late: locale data is slow to load

const MAX_TOOLS = 200

export const ToolNames = z
  .array(shortText(128), 'expected a list of tool names')
  .max(MAX_TOOLS, `expected at most ${MAX_TOOLS} tools`)
