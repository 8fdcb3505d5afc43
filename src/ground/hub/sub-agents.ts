import { parseSubAgentFile } from './agent-file.ts'
import type { SubAgent } from './hub.ts'
import { lastGoodFiles, type LastGoodFiles } from './last-good-files.ts'

const FILE_NAME = /^[a-zA-Z0-9][a-zA-Z0-9_-]*\.md$/

/** @param root Real path of the Hub's folder. */
export const openSubAgents = (root: string): LastGoodFiles<SubAgent> =>
  lastGoodFiles({
    root,
    folder: 'agents',
    isFile: (name) => FILE_NAME.test(name) && name.toLowerCase() !== 'readme.md',
    parse: parseSubAgentFile,
  })
