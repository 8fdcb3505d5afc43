import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { defineConfig } from 'tsdown'
import { measuring } from '../bin/setup/coverage-plugin.mjs'
import product, { FILE_NAMES } from '../tsdown.config.ts'

const ROOT = join(import.meta.dirname, '..')

const PROGRAMS = ['tests/*/fixtures/*.ts', 'tests/fixtures/mcp-servers/*.ts', 'tests/*/support/*-program.ts']

const {
  relay,
  reader,
  'inbox-thread': inboxThread,
  'reading-thread': readingThread,
} = product.entry as Entries

type Entries = Record<string, string>

export default defineConfig({
  ...product,
  ...measuring(),
  cwd: ROOT,
  outputOptions: FILE_NAMES,
  entry: {
    relay: relay!,
    reader: reader!,
    'inbox-thread': inboxThread!,
    'reading-thread': readingThread!,
    'acp-agent': 'tests/fixtures/acp-agent/agent.ts',
    ...Object.fromEntries(globSync(PROGRAMS, { cwd: ROOT }).map((path) => [basename(path, '.ts'), path])),
  },
})
