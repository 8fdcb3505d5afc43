import { existsSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

export interface Program {
  name: string
  command: string
}

const ROOT = join(import.meta.dirname, '../..')

export const sourceProgram = async (): Promise<Program> => ({
  name: 'source',
  command: join(ROOT, 'bin/hub.mjs'),
})

export async function bundleProgram(base: string): Promise<Program | null> {
  if (!existsSync(join(ROOT, 'dist/cli.js'))) return null
  const folder = join(base, 'package')
  await mkdir(folder)
  for (const part of ['bin', 'dist', 'templates', 'web/dist', 'package.json'])
    await cp(join(ROOT, part), join(folder, part), { recursive: true })
  return { name: 'bundle', command: join(folder, 'bin/hub.mjs') }
}
