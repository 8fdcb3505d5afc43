import type { TestContext } from 'node:test'
import { folderWith } from '../support/folder.ts'
import { openWorkbench, type Workbench, type WorkbenchOptions } from './workbench.ts'

export async function workbenchWith(
  t: TestContext,
  workflows: Readonly<Record<string, string>>,
  options: WorkbenchOptions = {},
): Promise<Workbench & { folder: string }> {
  const folder = await hubWith(t, workflows)
  const bench = await openWorkbench(folder, options)
  t.after(() => bench[Symbol.asyncDispose]())
  return { ...bench, folder }
}

export const hubWith = (t: TestContext, workflows: Readonly<Record<string, string>>): Promise<string> =>
  folderWith(t, {
    'agent.md': 'You help.',
    ...Object.fromEntries(
      Object.entries(workflows).map(([name, content]) => [`workflows/${name}.yaml`, content]),
    ),
  })
