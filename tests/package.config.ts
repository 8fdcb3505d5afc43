import { join } from 'node:path'
import { defineConfig } from 'tsdown'
import { measuring } from '../bin/setup/coverage-plugin.mjs'
import product from '../tsdown.config.ts'

export default defineConfig({ ...product, ...measuring(), cwd: join(import.meta.dirname, '..') })
